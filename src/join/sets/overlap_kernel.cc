#include "join/sets/overlap_kernel.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "join/sets/overlap_kernel.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::join::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A vector of `a` against each of as many members of `b`; then the block with the smaller last member is done. Members
// are distinct and a pair of blocks meets once, so every shared feature is counted once.
std::uint64_t shared_blocks(const Feature* HWY_RESTRICT a, std::size_t size_a, const Feature* HWY_RESTRICT b,
                            std::size_t size_b, std::uint64_t needed) {
  const hn::ScalableTag<std::uint64_t> tag;
  constexpr std::size_t kLanes = hn::MaxLanes(tag);
  std::uint64_t shared = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i + kLanes <= size_a && j + kLanes <= size_b) {
    if (shared + std::min(size_a - i, size_b - j) < needed) return kOutOfReach;
    const auto block = hn::LoadU(tag, a + i);
    auto hit = hn::Eq(block, hn::Set(tag, b[j]));
    for (std::size_t lane = 1; lane < kLanes; ++lane) hit = hn::Or(hit, hn::Eq(block, hn::Set(tag, b[j + lane])));
    shared += hn::CountTrue(tag, hit);
    const Feature last_a = a[i + kLanes - 1];
    const Feature last_b = b[j + kLanes - 1];
    i += last_a <= last_b ? kLanes : 0;
    j += last_b <= last_a ? kLanes : 0;
  }
  while (i < size_a && j < size_b) {
    const Feature x = a[i];
    const Feature y = b[j];
    shared += x == y;
    i += x <= y;
    j += y <= x;
  }
  return shared;
}

}  // namespace textkin::join::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::join {

HWY_EXPORT(shared_blocks);

std::uint64_t shared_simd(FeatureView a, FeatureView b, std::uint64_t needed) {
  return HWY_DYNAMIC_DISPATCH(shared_blocks)(a.data(), a.size(), b.data(), b.size(), needed);
}

}  // namespace textkin::join
#endif
