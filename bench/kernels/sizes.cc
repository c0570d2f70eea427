// How fast the sketches are: each SIMD target beside the scalar twin and beside the time to read memory once.
//
// "hashes" counts the 8 bytes of each feature, "text" one feature a byte, as shingles of characters give. All variants
// take turns within one run, so that a slow moment of the machine meets all; shown are medians of the thread's own time
// and, in brackets, the range. "read" is the share of the memory-read speed that the text reaches; memory is read from
// a block beyond all caches.
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu.h"
#include "hash/mix.h"
#include "measuring.h"
#include "sketch/catalog.h"
#include "textkin/feature_set.h"
#include "textkin/signature_block.h"

namespace {

using textkin::bench::all_targets;
using textkin::bench::median;
using textkin::bench::thread_seconds;
using textkin::FeatureBlock;

constexpr int kTurns = 25;
constexpr int kTurnsOfScalar = 3;
constexpr std::size_t kFeatures = 1u << 16;  // 512 KiB a block: beyond the first cache
constexpr std::size_t kReadWords = 1u << 25;

FeatureBlock make_block(std::size_t features_a_document) {
  FeatureBlock block;
  block.values.reserve(kFeatures);
  while (block.values.size() + features_a_document <= kFeatures) {
    for (std::size_t i = 0; i < features_a_document; ++i) {
      block.values.push_back(textkin::hash::stream_word(1, block.values.size()));
    }
    block.offsets.push_back(block.values.size());
  }
  return block;
}

template <class Work>
double seconds(Work work) {
  const double start = thread_seconds();
  work();
  return thread_seconds() - start;
}

struct Variant {
  std::string sketch;
  std::string simd;
  std::vector<double> times;
  std::uint64_t checksum = 0;
};

std::uint64_t checksum_of(const textkin::SignatureBlock& block) {
  std::uint64_t sum = 0;
  for (const textkin::Cell cell : block.cells) sum = textkin::hash::mix64(sum ^ cell);
  return sum;
}

// In 8 sums, so that the additions do not wait for each other.
double read_seconds(const std::vector<std::uint64_t>& words) {
  volatile std::uint64_t sink = 0;
  return seconds([&] {
    std::uint64_t sums[8] = {};
    for (std::size_t i = 0; i + 8 <= words.size(); i += 8)
      for (std::size_t j = 0; j < 8; ++j) sums[j] += words[i + j];
    for (const std::uint64_t sum : sums) sink = sink + sum;
  });
}

// Without names: all but k-permutation MinHash over other families, which bench_families measures.
bool is_wanted(std::string_view sketch, const std::vector<std::string>& names) {
  if (names.empty()) return !sketch.starts_with("kperm-");
  return std::ranges::find(names, sketch) != names.end();
}

bool measure(const std::vector<std::uint64_t>& memory, const std::vector<std::string>& targets, std::uint32_t cells,
             std::size_t features_a_document, const std::vector<std::string>& names) {
  const FeatureBlock block = make_block(features_a_document);
  std::vector<Variant> variants;
  for (const auto& entry : textkin::sketch::catalog()) {
    if (cells > entry.max_cells || cells % entry.cell_step != 0 || !is_wanted(entry.name, names)) continue;
    for (const std::string& simd : targets) variants.push_back({std::string(entry.name), simd, {}});
  }
  std::vector<double> reads;
  for (int turn = 0; turn < kTurns; ++turn) {
    reads.push_back(read_seconds(memory));
    for (Variant& variant : variants) {
      if (variant.simd == "scalar" && turn >= kTurnsOfScalar) continue;
      if (!textkin::base::force_simd(variant.simd).ok()) return false;
      auto sketcher = textkin::sketch::make_sketcher(variant.sketch, cells, 1);
      if (!sketcher.ok()) return false;
      textkin::SignatureBlock signatures;
      sketcher.value()->sketch(block, signatures);  // brings the block into the cache, and the pages of the cells
      variant.times.push_back(seconds([&] { sketcher.value()->sketch(block, signatures); }));
      variant.checksum = checksum_of(signatures);
    }
  }
  const double read = static_cast<double>(kReadWords * sizeof(std::uint64_t)) / median(reads);
  const auto features = static_cast<double>(block.values.size());
  fmt::print("k = {}, {} features a document ({} documents); memory read: {:.1f} GB/s\n", cells, features_a_document,
             block.size(), read * 1e-9);
  for (const Variant& variant : variants) {
    const auto is_twin = [&](const Variant& v) { return v.sketch == variant.sketch && v.simd == "scalar"; };
    const Variant& twin = *std::find_if(variants.begin(), variants.end(), is_twin);
    if (variant.checksum != twin.checksum) {
      fmt::print(stderr, "bench_kernels: {} on {} gives other cells than its scalar twin\n", variant.sketch,
                 variant.simd);
      return false;
    }
    const double time = median(variant.times);
    const auto [least, most] = std::minmax_element(variant.times.begin(), variant.times.end());
    fmt::print(
        "  {:<12} {:<7} {:7.2f} ns a feature [{:.2f} .. {:.2f}]  {:7.1f} M features/s  hashes {:6.2f} GB/s  text "
        "{:6.3f} GB/s  read {:5.2f} %"
        "  {:5.1f} times scalar\n",
        variant.sketch, variant.simd, time / features * 1e9, *least / features * 1e9, *most / features * 1e9,
        features / time * 1e-6, 8 * features / time * 1e-9, features / time * 1e-9, features / time / read * 100,
        median(twin.times) / time);
  }
  return true;
}

}  // namespace

// `bench_kernels`: a table for each usual size; `bench_kernels CELLS FEATURES [SKETCH...]`: that table only.
int main(int argc, char** argv) {
  if (argc == 2) {
    fmt::print(stderr, "usage: bench_kernels [CELLS FEATURES_A_DOCUMENT [SKETCH...]]\n");
    return 2;
  }
  std::vector<std::uint32_t> all_cells{64, 128, 256};
  std::vector<std::size_t> all_features{30, 300, 500, 4096, 30000};
  std::vector<std::string> names;
  if (argc >= 3) {
    names.assign(argv + 3, argv + argc);
    all_cells = {static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10))};
    all_features = {std::strtoul(argv[2], nullptr, 10)};
    if (all_cells[0] == 0 || all_features[0] == 0 || all_features[0] > kFeatures) {
      fmt::print(stderr, "bench_kernels: cells from 1, features from 1 to {}\n", kFeatures);
      return 2;
    }
  }
  fmt::print("kernels on {}; medians of {} turns, {} of the scalar twins\n", textkin::base::simd_name(), kTurns,
             kTurnsOfScalar);
  const std::vector<std::string> targets = all_targets();
  const std::vector<std::uint64_t> memory(kReadWords, 1);
  for (const std::uint32_t cells : all_cells) {
    for (const std::size_t features : all_features) {
      if (!measure(memory, targets, cells, features, names)) return 2;
    }
  }
  return 0;
}
