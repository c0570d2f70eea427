// mix64 on vectors, for kernels: the same bits as hash::mix64, lane by lane. Included once a SIMD target.
#if defined(TEXTKIN_HASH_MIX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXTKIN_HASH_MIX_INL_H_
#undef TEXTKIN_HASH_MIX_INL_H_
#else
#define TEXTKIN_HASH_MIX_INL_H_
#endif

#include <cstddef>
#include <cstdint>

#include "hash/mix.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::hash::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class V>
HWY_INLINE V mix64_lanes(V x) {
  const hn::DFromV<V> d;
  x = hn::Xor(x, hn::ShiftRight<30>(x));
  x = hn::Mul(x, hn::Set(d, 0xBF58476D1CE4E5B9ull));
  x = hn::Xor(x, hn::ShiftRight<27>(x));
  x = hn::Mul(x, hn::Set(d, 0x94D049BB133111EBull));
  return hn::Xor(x, hn::ShiftRight<31>(x));
}

// Calls use(i, low, high) for i = 0, L, 2 L, ... while i < count, L the number of 32-bit lanes: the halves of
// mix64(keys[i .. i + L) ^ mask) in order. Lanes past `count` repeat keys[0]; count must be at least 1.
template <class Use>
HWY_INLINE void for_mixed_halves(const std::uint64_t* HWY_RESTRICT keys, std::size_t count, std::uint64_t mask,
                                 Use use) {
  const hn::ScalableTag<std::uint64_t> d64;
  const hn::ScalableTag<std::uint32_t> d32;
  constexpr std::size_t kHalf = hn::MaxLanes(d64);
#if HWY_MAX_BYTES == 16
  // Vectors so short have no multiplication of 64 bits, which costs them more than one key after another.
  const auto step = [&](std::size_t i, const std::uint64_t* from) {
    HWY_ALIGN std::uint32_t low[2 * kHalf];
    HWY_ALIGN std::uint32_t high[2 * kHalf];
    for (std::size_t j = 0; j < 2 * kHalf; ++j) {
      const std::uint64_t hash = mix64(from[j] ^ mask);
      low[j] = static_cast<std::uint32_t>(hash);
      high[j] = static_cast<std::uint32_t>(hash >> 32);
    }
    use(i, hn::Load(d32, low), hn::Load(d32, high));
  };
#else
  const auto masks = hn::Set(d64, mask);
  const auto step = [&](std::size_t i, const std::uint64_t* from) {
    const auto first = hn::BitCast(d32, mix64_lanes(hn::Xor(hn::LoadU(d64, from), masks)));
    const auto second = hn::BitCast(d32, mix64_lanes(hn::Xor(hn::LoadU(d64, from + kHalf), masks)));
    use(i, hn::ConcatEven(d32, second, first), hn::ConcatOdd(d32, second, first));
  };
#endif
  std::size_t i = 0;
  for (; i + 2 * kHalf <= count; i += 2 * kHalf) step(i, keys + i);
  if (i == count) return;
  HWY_ALIGN std::uint64_t rest[2 * kHalf];
  for (std::size_t j = 0; j < 2 * kHalf; ++j) rest[j] = keys[i + j < count ? i + j : 0];
  step(i, rest);
}

}  // namespace textkin::hash::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TEXTKIN_HASH_MIX_INL_H_
