#include "sketch/weighted/bit_sums.h"

#include <algorithm>

#include "base/cpu.h"
#include "hash/mix.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sketch/weighted/bit_sums.cc"
#include "hwy/foreach_target.h"
// Must come after foreach_target.h.
#include "hash/mix-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::sketch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A byte counts to this before it must be emptied.
constexpr std::size_t kMostInAByte = 255;

// One byte a bit: the bits of a hash become a mask of bytes, and the mask, -1 where it is set, is subtracted.
void count_bits(const std::uint64_t* HWY_RESTRICT hashes, std::size_t count, std::uint64_t* HWY_RESTRICT ones) {
  const hn::CappedTag<std::uint8_t, 64> d;
  using V = hn::Vec<decltype(d)>;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  constexpr std::size_t kVectors = 64 / kLanes;
  HWY_ALIGN std::uint8_t counted[64];
  // Eight bytes must be readable from where the bits of a vector begin: behind the last hash they are put there.
  std::uint64_t last[2] = {count > 0 ? hashes[count - 1] : 0, 0};
  while (count > 0) {
    const std::size_t now = HWY_MIN(count, kMostInAByte);
    V sums[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) sums[v] = hn::Zero(d);
    const auto add = [&](const std::uint64_t* hash) HWY_ATTR {
      const auto* const bits = reinterpret_cast<const std::uint8_t*>(hash);
      for (std::size_t v = 0; v < kVectors; ++v)
        sums[v] = hn::Sub(sums[v], hn::VecFromMask(d, hn::LoadMaskBits(d, bits + v * (kLanes / 8))));
    };
    const std::size_t direct = now - (now == count);
    for (std::size_t i = 0; i < direct; ++i) add(hashes + i);
    if (direct < now) add(last);
    for (std::size_t v = 0; v < kVectors; ++v) hn::Store(sums[v], d, counted + v * kLanes);
    for (std::size_t bit = 0; bit < 64; ++bit) ones[bit] += counted[bit];
    hashes += now;
    count -= now;
  }
}

// One 64-bit lane a bit; some bits at a time, so that their sums stay in registers.
void weigh_bits(const std::uint64_t* HWY_RESTRICT hashes, const std::uint64_t* HWY_RESTRICT weights, std::size_t count,
                std::uint64_t* HWY_RESTRICT ones) {
  const hn::CappedTag<std::uint64_t, 8> d;
  using V = hn::Vec<decltype(d)>;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  constexpr std::size_t kVectors = HWY_MAX_BYTES == 64 ? 8 : 4;
  for (std::size_t first = 0; first < 64; first += kVectors * kLanes) {
    V bit[kVectors];
    V sums[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      HWY_ALIGN std::uint64_t places[kLanes];
      for (std::size_t lane = 0; lane < kLanes; ++lane) places[lane] = std::uint64_t{1} << (first + v * kLanes + lane);
      bit[v] = hn::Load(d, places);
      sums[v] = hn::LoadU(d, ones + first + v * kLanes);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const V hash = hn::Set(d, hashes[i]);
      const V weight = hn::Set(d, weights[i]);
      for (std::size_t v = 0; v < kVectors; ++v)
        sums[v] = hn::Add(sums[v], hn::IfThenElseZero(hn::TestBit(hash, bit[v]), weight));
    }
    for (std::size_t v = 0; v < kVectors; ++v) hn::StoreU(sums[v], d, ones + first + v * kLanes);
  }
}

void mix_keys(const std::uint64_t* HWY_RESTRICT keys, std::size_t count, std::uint64_t mask,
              std::uint64_t* HWY_RESTRICT out) {
  const hn::ScalableTag<std::uint64_t> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  const auto masks = hn::Set(d, mask);
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    hn::StoreU(hash::HWY_NAMESPACE::mix64_lanes(hn::Xor(hn::LoadU(d, keys + i), masks)), d, out + i);
  for (; i < count; ++i) out[i] = hash::mix64(keys[i] ^ mask);
}

}  // namespace textkin::sketch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::sketch {
namespace {

HWY_EXPORT(count_bits);
HWY_EXPORT(weigh_bits);
HWY_EXPORT(mix_keys);

}  // namespace

void BitSums::add(const std::uint64_t* hashes, std::size_t count) {
  total_ += count;
  if (base::simd_enabled()) return HWY_DYNAMIC_DISPATCH(count_bits)(hashes, count, ones_);
  for (std::size_t i = 0; i < count; ++i)
    for (unsigned bit = 0; bit < 64; ++bit) ones_[bit] += hashes[i] >> bit & 1;
}

void BitSums::add(const std::uint64_t* hashes, const std::uint64_t* weights, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) total_ += weights[i];
  if (base::simd_enabled()) return HWY_DYNAMIC_DISPATCH(weigh_bits)(hashes, weights, count, ones_);
  for (std::size_t i = 0; i < count; ++i)
    for (unsigned bit = 0; bit < 64; ++bit) ones_[bit] += (hashes[i] >> bit & 1) * weights[i];
}

BitSums::Signs BitSums::signs() const {
  Signs out;
  for (unsigned bit = 0; bit < 64; ++bit) {
    const std::uint64_t zeros = total_ - ones_[bit];
    out.ones |= std::uint64_t{ones_[bit] > zeros} << bit;
    out.ties |= std::uint64_t{ones_[bit] == zeros} << bit;
  }
  return out;
}

void mix_all(const std::uint64_t* keys, std::size_t count, std::uint64_t mask, std::uint64_t* out) {
  if (base::simd_enabled()) return HWY_DYNAMIC_DISPATCH(mix_keys)(keys, count, mask, out);
  for (std::size_t i = 0; i < count; ++i) out[i] = hash::mix64(keys[i] ^ mask);
}

}  // namespace textkin::sketch
#endif  // HWY_ONCE
