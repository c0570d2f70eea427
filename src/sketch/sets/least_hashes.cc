#include "sketch/sets/least_hashes.h"

#include <algorithm>

#include "hash/mix.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sketch/sets/least_hashes.cc"
#include "hwy/foreach_target.h"
// Must come after foreach_target.h.
#include "hash/mix-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::sketch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

std::size_t below(FeatureView features, std::uint64_t mask, std::uint64_t bound, std::uint64_t* HWY_RESTRICT out) {
  const hn::ScalableTag<std::uint64_t> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  static_assert(kLanes <= kLeastHashesPad);
  // Unsigned words in the order of signed ones, which every target compares in one instruction.
  const hn::RebindToSigned<decltype(d)> ds;
  const auto flip = hn::Set(d, 1ull << 63);
  const auto least_over = hn::BitCast(ds, hn::Xor(hn::Set(d, bound), flip));
  const auto masks = hn::Set(d, mask);
  const auto largest = hn::Set(d, kNoHash - 1);
  const auto none = hn::Set(d, kNoHash);
  std::size_t count = 0;
  std::size_t i = 0;
  for (; i + kLanes <= features.size(); i += kLanes) {
    auto hash = hash::HWY_NAMESPACE::mix64_lanes(hn::Xor(hn::LoadU(d, features.data() + i), masks));
    hash = hn::IfThenElse(hn::Eq(hash, none), largest, hash);
    const auto over = hn::Gt(hn::BitCast(ds, hn::Xor(hash, flip)), least_over);
    if (hn::AllTrue(ds, over)) continue;
    const auto kept = hn::MaskFromVec(hn::BitCast(d, hn::VecFromMask(ds, hn::Not(over))));
    if (hn::AllTrue(d, kept)) {
      hn::StoreU(hash, d, out + count);
      count += kLanes;
      continue;
    }
    hn::StoreU(hn::Compress(hash, kept), d, out + count);
    count += hn::CountTrue(d, kept);
  }
  return count + hashes_below_scalar(features.subspan(i), mask, bound, out + count);
}

}  // namespace textkin::sketch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::sketch {
namespace {

HWY_EXPORT(below);

}  // namespace

std::size_t hashes_below_scalar(FeatureView features, std::uint64_t mask, std::uint64_t bound, std::uint64_t* out) {
  std::size_t count = 0;
  for (const Feature feature : features) {
    const std::uint64_t hash = std::min(hash::mix64(feature ^ mask), kNoHash - 1);
    out[count] = hash;
    count += hash <= bound;
  }
  return count;
}

std::size_t hashes_below(FeatureView features, std::uint64_t mask, std::uint64_t bound, std::uint64_t* out) {
  return HWY_DYNAMIC_DISPATCH(below)(features, mask, bound, out);
}

}  // namespace textkin::sketch
#endif  // HWY_ONCE
