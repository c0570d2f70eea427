#include "hash/odd_multiplier.h"

#include <algorithm>

#include "base/cpu.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hash/odd_multiplier.cc"
#include "hwy/foreach_target.h"
// Must come after foreach_target.h.
#include "hash/mix-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::hash::HWY_NAMESPACE {

// Words of so many keys are kept in the first-level cache while every block of rows runs over them.
constexpr std::size_t kChunk = 1024;

// Minima of `vectors` vectors of rows stay in registers; with 32 registers their a and b do so, too.
template <std::size_t kVectors>
HWY_INLINE void rows_over_words(const std::uint32_t* HWY_RESTRICT words, std::size_t count,
                                const std::uint32_t* HWY_RESTRICT a, const std::uint32_t* HWY_RESTRICT b,
                                std::uint32_t* HWY_RESTRICT out) {
  const hn::ScalableTag<std::uint32_t> d;
  using V = hn::Vec<decltype(d)>;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  V factor[kVectors];
  V offset[kVectors];
  V least[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) {
    factor[v] = hn::LoadU(d, a + v * kLanes);
    offset[v] = hn::LoadU(d, b + v * kLanes);
    least[v] = hn::LoadU(d, out + v * kLanes);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const V word = hn::Set(d, words[i]);
    for (std::size_t v = 0; v < kVectors; ++v)
      least[v] = hn::Min(least[v], hn::Add(hn::Mul(factor[v], word), offset[v]));
  }
  for (std::size_t v = 0; v < kVectors; ++v) hn::StoreU(least[v], d, out + v * kLanes);
}

void minima(const OddMultiplierFamily& family, const std::uint64_t* keys, std::size_t count, std::uint32_t* out) {
  const hn::ScalableTag<std::uint32_t> d;
  constexpr std::size_t kVectors = HWY_MAX_BYTES == 64 ? 8 : 4;
  constexpr std::size_t kRows = kVectors * hn::MaxLanes(d);
  static_assert(OddMultiplierFamily::kRowBlock % kRows == 0);
  HWY_ALIGN std::uint32_t words[kChunk];
  std::fill_n(out, family.padded_rows(), OddMultiplierFamily::kLargestCell);
  for (std::size_t done = 0; done < count; done += kChunk) {
    const std::size_t chunk = std::min(kChunk, count - done);
    for_mixed_halves(keys + done, chunk, family.mask(),
                     [&](std::size_t i, auto, auto high) { hn::StoreU(high, d, words + i); });
    for (std::size_t row = 0; row < family.padded_rows(); row += kRows)
      rows_over_words<kVectors>(words, chunk, family.multipliers() + row, family.offsets() + row, out + row);
  }
}

}  // namespace textkin::hash::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::hash {
namespace {

HWY_EXPORT(minima);

void minima_scalar(const OddMultiplierFamily& family, const std::uint64_t* keys, std::size_t count,
                   std::uint32_t* out) {
  std::fill_n(out, family.padded_rows(), OddMultiplierFamily::kLargestCell);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t word = family.word(keys[i]);
    for (std::uint32_t row = 0; row < family.padded_rows(); ++row)
      out[row] = std::min(out[row], family.value_of_word(row, word));
  }
}

}  // namespace

OddMultiplierFamily::OddMultiplierFamily(std::uint32_t rows, std::uint64_t seed)
    : HashFamily(rows, 0xFFFFFFFFu, ~std::uint64_t{0}),
      mask_(stream_word(seed, 0)),
      a_(padded_rows()),
      b_(padded_rows()) {
  for (std::size_t i = 0; i < a_.size(); ++i) {
    const std::uint64_t word = stream_word(seed, i + 1);
    a_[i] = static_cast<std::uint32_t>(word >> 32) | 1u;
    b_[i] = static_cast<std::uint32_t>(word);
  }
}

void OddMultiplierFamily::minima(const std::uint64_t* keys, std::size_t count, std::uint32_t* out) const {
  if (!base::simd_enabled()) return minima_scalar(*this, keys, count, out);
  HWY_DYNAMIC_DISPATCH(minima)(*this, keys, count, out);
}

}  // namespace textkin::hash
#endif  // HWY_ONCE
