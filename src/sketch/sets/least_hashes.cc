#include "sketch/sets/least_hashes.h"

#include <algorithm>
#include <bit>

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

#if HWY_MAX_BYTES == 64
std::size_t below(FeatureView features, std::uint64_t mask, std::uint64_t bound, std::uint64_t* HWY_RESTRICT out) {
  const hn::ScalableTag<std::uint64_t> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  static_assert(kLanes <= kLeastHashesPad);
  const auto masks = hn::Set(d, mask);
  const auto largest = hn::Set(d, kNoHash - 1);
  const auto most = hn::Set(d, bound);
  std::size_t count = 0;
  std::size_t i = 0;
  for (; i + kLanes <= features.size(); i += kLanes) {
    auto hash = hash::HWY_NAMESPACE::mix64_lanes(hn::Xor(hn::LoadU(d, features.data() + i), masks));
    hash = hn::Min(hash, largest);
    // Highway 1.0.3 copies a table of 2 KB each time that it moves lanes of 64 bits together.
    const __mmask8 kept = _mm512_cmple_epu64_mask(hash.raw, most.raw);
    hn::StoreU(decltype(hash){_mm512_maskz_compress_epi64(kept, hash.raw)}, d, out + count);
    count += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(kept)));
  }
  return count + hashes_below_scalar(features.subspan(i), mask, bound, out + count);
}
#else
// To move lanes together costs other targets more than the loop.
std::size_t below(FeatureView features, std::uint64_t mask, std::uint64_t bound, std::uint64_t* out) {
  return hashes_below_scalar(features, mask, bound, out);
}
#endif

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
