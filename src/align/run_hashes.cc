#include "align/run_hashes.h"

#include "base/cpu.h"
#include "hash/mix.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "align/run_hashes.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// After Highway's own.
#include "hash/mix-inl.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::align::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// How many runs were hashed.
#if HWY_MAX_BYTES == 16
// Vectors so short have no multiplication of 64 bits: one run after another costs less.
std::size_t hash_runs_kernel(const std::uint64_t*, std::size_t, std::uint32_t, std::uint64_t*) { return 0; }
#else
// Two vectors at a time: a run's steps wait for each other, and those of another one do not.
std::size_t hash_runs_kernel(const std::uint64_t* words, std::size_t runs, std::uint32_t run, std::uint64_t* hashes) {
  const hn::ScalableTag<std::uint64_t> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  std::size_t i = 0;
  for (; i + 2 * kLanes <= runs; i += 2 * kLanes) {
    auto first = hn::Set(d, kWinnowSeed);
    auto second = first;
    for (std::uint32_t j = 0; j < run; ++j) {
      first = hash::HWY_NAMESPACE::mix64_lanes(hn::Xor(first, hn::LoadU(d, words + i + j)));
      second = hash::HWY_NAMESPACE::mix64_lanes(hn::Xor(second, hn::LoadU(d, words + i + j + kLanes)));
    }
    hn::StoreU(first, d, hashes + i);
    hn::StoreU(second, d, hashes + i + kLanes);
  }
  return i;
}
#endif

}  // namespace textkin::align::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::align {

HWY_EXPORT(hash_runs_kernel);

void hash_runs(std::span<const std::uint64_t> words, std::uint32_t run, std::uint64_t* hashes) {
  const std::size_t runs = words.size() - run + 1;
  std::size_t i = 0;
  if (base::simd_enabled()) i = HWY_DYNAMIC_DISPATCH(hash_runs_kernel)(words.data(), runs, run, hashes);
  for (; i < runs; ++i) {
    std::uint64_t hash = kWinnowSeed;
    for (std::uint32_t j = 0; j < run; ++j) hash = hash::mix64(hash ^ words[i + j]);
    hashes[i] = hash;
  }
}

}  // namespace textkin::align
#endif
