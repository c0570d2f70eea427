// How fast the sketches are: each kernel beside its scalar twin and beside the time to read the same memory once.
//
// Features are 8 bytes each. All variants take turns within one run, so that a slow moment of the machine meets all;
// shown are medians and, in brackets, the range. "read" is the share of the memory-read speed that is reached.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu.h"
#include "hash/mix.h"
#include "sketch/catalog.h"
#include "textkin/feature_set.h"
#include "textkin/signature_block.h"

namespace {

using textkin::FeatureBlock;

constexpr int kTurns = 7;
constexpr std::size_t kFeatures = 1u << 21;  // 16 MiB a block: more than the caches of one core hold

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
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Variant {
  std::string sketch;
  std::string simd;
  std::vector<double> times;
  std::uint64_t checksum = 0;
};

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

std::uint64_t checksum_of(const textkin::SignatureBlock& block) {
  std::uint64_t sum = 0;
  for (const textkin::Cell cell : block.cells) sum = textkin::hash::mix64(sum ^ cell);
  return sum;
}

bool measure(std::uint32_t cells, std::size_t features_a_document) {
  const FeatureBlock block = make_block(features_a_document);
  std::vector<Variant> variants;
  for (const auto& entry : textkin::sketch::catalog()) {
    if (cells > entry.max_cells) continue;
    for (const char* simd : {"auto", "scalar"}) variants.push_back({std::string(entry.name), simd, {}});
  }
  std::vector<double> reads;
  volatile std::uint64_t sink = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    reads.push_back(seconds([&] {
      std::uint64_t sum = 0;
      for (const std::uint64_t value : block.values) sum += value;
      sink = sum;
    }));
    for (Variant& variant : variants) {
      if (!textkin::base::force_simd(variant.simd).ok()) return false;
      auto sketcher = textkin::sketch::make_sketcher(variant.sketch, cells, 1);
      if (!sketcher.ok()) return false;
      textkin::SignatureBlock signatures;
      variant.times.push_back(seconds([&] { sketcher.value()->sketch(block, signatures); }));
      variant.checksum = checksum_of(signatures);
    }
  }
  const double bytes = static_cast<double>(block.values.size() * sizeof(std::uint64_t));
  const double read = median(reads);
  fmt::print("k = {}, {} features a document ({} documents); memory read: {:.0f} MB/s\n", cells, features_a_document,
             block.size(), bytes / read * 1e-6);
  for (std::size_t i = 0; i < variants.size(); i += 2) {
    const double fast = median(variants[i].times), scalar = median(variants[i + 1].times);
    const auto [least, most] = std::minmax_element(variants[i].times.begin(), variants[i].times.end());
    if (variants[i].checksum != variants[i + 1].checksum) {
      fmt::print(stderr, "bench_kernels: {} gives other cells than its scalar twin\n", variants[i].sketch);
      return false;
    }
    fmt::print(
        "  {:<8} {:8.2f} ns a feature [{:.2f} .. {:.2f}] {:8.0f} MB/s   {:6.1f} times its scalar twin   read {:5.2f} "
        "%\n",
        variants[i].sketch, fast / static_cast<double>(block.values.size()) * 1e9,
        *least / static_cast<double>(block.values.size()) * 1e9, *most / static_cast<double>(block.values.size()) * 1e9,
        bytes / fast * 1e-6, scalar / fast, read / fast * 100);
  }
  return true;
}

}  // namespace

int main() {
  if (!textkin::base::force_simd("auto").ok()) return 2;
  fmt::print("kernels on {}; medians of {} turns\n", textkin::base::simd_name(), kTurns);
  for (const std::uint32_t cells : {128u, 256u}) {
    for (const std::size_t features : {30u, 300u, 3000u, 30000u}) {
      if (!measure(cells, features)) return 2;
    }
  }
  return 0;
}
