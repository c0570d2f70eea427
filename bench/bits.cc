// How fast signatures are compared: full cells of 32 bits, and b-bit forms of them, on each SIMD target.
//
// One row against all others of a block that fits in the second cache. All variants take turns within one run; shown
// are medians of the thread's own time. "times full" is the time of full cells over that of the variant; "a feature"
// compares with the time that k-permutation MinHash takes for one feature in the same run.
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/cpu.h"
#include "hash/mix.h"
#include "measuring.h"
#include "sketch/catalog.h"
#include "sketch/signatures/bbit.h"
#include "sketch/signatures/bbit_kernel.h"
#include "sketch/testing_pair_trials.h"

namespace {

using textkin::bench::all_targets;
using textkin::bench::median;
using textkin::bench::thread_seconds;
using namespace textkin;

constexpr int kTurns = 21;
constexpr int kRepeats = 200;
constexpr std::size_t kRows = 600;

struct Variant {
  std::string simd;
  std::uint32_t bits = 0;  // 0: full cells
  std::vector<double> times;
  std::uint64_t sum = 0;
};

bool measure(std::uint32_t cells, const std::vector<std::string>& targets) {
  auto kperm = sketch::make_sketcher("kperm", cells, 1);
  if (!kperm.ok()) return false;
  SignatureBlock full;
  (*kperm)->sketch(sketch::make_pairs({50, 100, 100}, kRows / 2, 1), full);
  std::vector<sketch::BbitBlock> forms;
  for (const std::uint32_t bits : {1u, 2u, 4u, 8u, 16u}) {
    auto form = sketch::to_bbit(full, bits);
    if (!form.ok()) return false;
    forms.push_back(std::move(form).value());
  }
  std::vector<Variant> variants;
  for (const std::string& simd : targets)
    for (const std::uint32_t bits : {0u, 1u, 2u, 4u, 8u, 16u})
      if (bits > 0 || simd == targets.front()) variants.push_back({simd, bits, {}, 0});
  const FeatureBlock features = sketch::make_pairs({0, 5000, 5000}, 1, 2);
  std::vector<double> kernel;
  for (int turn = 0; turn < kTurns; ++turn) {
    if (!base::force_simd(targets.front()).ok()) return false;
    SignatureBlock out;
    double start = thread_seconds();
    (*kperm)->sketch(features, out);
    kernel.push_back((thread_seconds() - start) / 10000);
    for (Variant& variant : variants) {
      if (!base::force_simd(variant.simd).ok()) return false;
      variant.sum = 0;
      start = thread_seconds();
      for (int repeat = 0; repeat < kRepeats; ++repeat) {
        const std::size_t row = repeat;
        if (variant.bits == 0) {
          for (std::size_t other = 0; other < kRows; ++other) variant.sum += sketch::matches(full[row], full[other]);
          continue;
        }
        const auto form = std::ranges::find(forms, variant.bits, &sketch::BbitBlock::bits);
        for (std::size_t other = 0; other < kRows; ++other)
          variant.sum += sketch::agreeing_cells((*form)[row], (*form)[other], variant.bits, cells);
      }
      variant.times.push_back((thread_seconds() - start) / (kRepeats * kRows));
    }
  }
  const double whole = median(variants[0].times);
  const double feature = median(kernel);
  fmt::print("k = {}; k-permutation MinHash on {}: {:.2f} ns a feature\n", cells, targets.front(), feature * 1e9);
  for (const Variant& variant : variants) {
    const double time = median(variant.times);
    fmt::print("  {:>2} bits  {:<7} {:7.2f} ns a pair  {:6.1f} times full  {:6.2f} a feature\n",
               variant.bits == 0 ? 32 : variant.bits, variant.bits == 0 ? "" : variant.simd, time * 1e9, whole / time,
               time / feature);
    for (const Variant& other : variants)
      if (other.bits == variant.bits && other.sum != variant.sum) {
        fmt::print(stderr, "bench_bits: {} and {} count otherwise\n", variant.simd, other.simd);
        return false;
      }
  }
  return true;
}

}  // namespace

int main() {
  const std::vector<std::string> targets = all_targets();
  for (const std::uint32_t cells : {128u, 256u, 512u})
    if (!measure(cells, targets)) return 2;
  return 0;
}
