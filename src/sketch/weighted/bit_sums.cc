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

// One byte a bit: the bits of a word become a mask of bytes, and the mask, -1 where it is set, is subtracted.
class ByteCounts {
 public:
  ByteCounts() { clear(); }  // one that is not written has not the target's instructions
  // `words`: some that follow each other, and one more that can be read.
  HWY_INLINE void add(const std::uint64_t* words, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto* const bits = reinterpret_cast<const std::uint8_t*>(words + i);
      for (std::size_t v = 0; v < kVectors; ++v)
        sums_[v] = hn::Sub(sums_[v], hn::VecFromMask(D(), hn::LoadMaskBits(D(), bits + v * (kLanes / 8))));
    }
    held_ += count;
  }
  bool has_room_for(std::size_t count) const { return held_ + count <= 255; }
  void move_to(std::uint64_t* HWY_RESTRICT ones, std::uint64_t weight) {
    HWY_ALIGN std::uint8_t counted[64];
    for (std::size_t v = 0; v < kVectors; ++v) hn::Store(sums_[v], D(), counted + v * kLanes);
    for (std::size_t bit = 0; bit < 64; ++bit) ones[bit] += weight * counted[bit];
    clear();
  }

 private:
  using D = hn::CappedTag<std::uint8_t, 64>;
  static constexpr std::size_t kLanes = hn::MaxLanes(D());
  static constexpr std::size_t kVectors = 64 / kLanes;

  HWY_INLINE void clear() {
    for (std::size_t v = 0; v < kVectors; ++v) sums_[v] = hn::Zero(D());
    held_ = 0;
  }

  hn::Vec<D> sums_[kVectors];
  std::size_t held_;
};

// The sum of three bits in each place: its lower bit in `low`, its upper one is returned.
template <class V>
HWY_INLINE V add_bits(V& low, V b, V c) {
  const V either = hn::Xor(low, b);
  const V high = hn::Or(hn::And(low, b), hn::And(either, c));
  low = hn::Xor(either, c);
  return high;
}

// Eight vectors of hashes are summed to one whose bits weigh eight, and what is left over (Harley and Seal; Mula, Kurz,
// Lemire 2018, section 4): so an eighth of the words is counted.
void count_bits(const std::uint64_t* HWY_RESTRICT hashes, std::size_t count, std::uint64_t* HWY_RESTRICT ones) {
  const hn::CappedTag<std::uint64_t, 8> d;
  using V = hn::Vec<decltype(d)>;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  constexpr std::size_t kGroup = 8 * kLanes;
  HWY_ALIGN std::uint64_t words[kLanes + 1] = {};
  V sums[3] = {hn::Zero(d), hn::Zero(d), hn::Zero(d)};  // of weight 1, 2 and 4
  ByteCounts counts;
  const auto add = [&](const std::uint64_t* group) HWY_ATTR {
    V fours[2];
    for (std::size_t half = 0; half < 2; ++half) {
      V twos[2];
      for (std::size_t i = 0; i < 2; ++i) {
        const std::uint64_t* const two = group + (4 * half + 2 * i) * kLanes;
        twos[i] = add_bits(sums[0], hn::LoadU(d, two), hn::LoadU(d, two + kLanes));
      }
      fours[half] = add_bits(sums[1], twos[0], twos[1]);
    }
    hn::Store(add_bits(sums[2], fours[0], fours[1]), d, words);
    if (!counts.has_room_for(kLanes)) counts.move_to(ones, 8);
    counts.add(words, kLanes);
  };
  std::size_t i = 0;
  for (; i + kGroup <= count; i += kGroup) add(hashes + i);
  if (i < count) {
    std::uint64_t last[kGroup] = {};
    std::copy(hashes + i, hashes + count, last);
    add(last);
  }
  counts.move_to(ones, 8);
  for (std::size_t v = 0; v < 3; ++v) {
    hn::Store(sums[v], d, words);
    counts.add(words, kLanes);
    counts.move_to(ones, std::uint64_t{1} << v);
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

std::uint64_t least(const std::uint64_t* HWY_RESTRICT keys, std::size_t count) {
  const hn::CappedTag<std::uint64_t, 8> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  auto lanes = hn::Set(d, keys[0]);
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) lanes = hn::Min(lanes, hn::LoadU(d, keys + i));
  HWY_ALIGN std::uint64_t found[kLanes];
  hn::Store(lanes, d, found);
  return std::min(*std::min_element(found, found + kLanes), *std::min_element(keys + i - (i == count), keys + count));
}

}  // namespace textkin::sketch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::sketch {
namespace {

HWY_EXPORT(count_bits);
HWY_EXPORT(weigh_bits);
HWY_EXPORT(mix_keys);
HWY_EXPORT(least);

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

std::uint64_t least_of(const std::uint64_t* keys, std::size_t count) {
  return base::simd_enabled() ? HWY_DYNAMIC_DISPATCH(least)(keys, count) : *std::min_element(keys, keys + count);
}

}  // namespace textkin::sketch
#endif  // HWY_ONCE
