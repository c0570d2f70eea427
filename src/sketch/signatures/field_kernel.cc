#include "sketch/signatures/field_kernel.h"

#include <algorithm>
#include <bit>

#include "base/cpu.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sketch/signatures/field_kernel.cc"
#include "hwy/foreach_target.h"
// Must come after foreach_target.h.
#include "hwy/highway.h"

#ifndef TEXTKIN_SKETCH_FIELDS
#define TEXTKIN_SKETCH_FIELDS
namespace textkin::sketch {
namespace {

// A bit for each field of a word: the lowest.
constexpr std::uint32_t lowest_bits(std::uint32_t bits) {
  std::uint32_t mask = 0;
  for (std::uint32_t at = 0; at < 32; at += bits) mask |= 1u << at;
  return mask;
}

// Of two words.
inline std::uint32_t differing_fields(std::uint32_t a, std::uint32_t b, std::uint32_t bits, std::uint32_t lowest) {
  std::uint32_t any = a ^ b;
  for (std::uint32_t shift = bits / 2; shift > 0; shift /= 2) any |= any >> shift;
  return static_cast<std::uint32_t>(std::popcount(any & lowest));
}

}  // namespace
}  // namespace textkin::sketch
#endif

HWY_BEFORE_NAMESPACE();
namespace textkin::sketch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Fields that are lanes. Each lane counts by itself; those of a byte are added up before they overflow.
template <class T>
std::uint32_t equal_lanes(const Cell* a, const Cell* b, std::size_t vectors) {
  const hn::ScalableTag<T> d;
  const hn::ScalableTag<std::uint32_t> d32;
  const hn::ScalableTag<std::uint64_t> d64;
  constexpr std::size_t kStep = hn::MaxLanes(d32);
  constexpr std::size_t kMost = sizeof(T) == 1 ? 255 : ~std::size_t{0};
  std::uint64_t total = 0;
  for (std::size_t done = 0; done < vectors;) {
    const std::size_t end = done + std::min(kMost, vectors - done);
    auto equal = hn::Zero(d);
    for (; done < end; ++done) {
      const auto x = hn::BitCast(d, hn::LoadU(d32, a + done * kStep));
      const auto y = hn::BitCast(d, hn::LoadU(d32, b + done * kStep));
      equal = hn::Sub(equal, hn::VecFromMask(d, hn::Eq(x, y)));
    }
    if constexpr (sizeof(T) == 1) {
      total += hn::GetLane(hn::SumOfLanes(d64, hn::SumsOf8(equal)));
    } else if constexpr (sizeof(T) == 2) {
      const auto pairs = hn::BitCast(d32, equal);
      const auto sums = hn::Add(hn::And(pairs, hn::Set(d32, 0xFFFFu)), hn::ShiftRight<16>(pairs));
      total += hn::GetLane(hn::SumOfLanes(d32, sums));
    } else {
      total += hn::GetLane(hn::SumOfLanes(d32, equal));
    }
  }
  return static_cast<std::uint32_t>(total);
}

// Fields that are parts of a byte.
template <std::uint32_t kBits>
std::uint32_t equal_parts(const Cell* a, const Cell* b, std::size_t vectors) {
  const hn::ScalableTag<std::uint32_t> d32;
  const hn::ScalableTag<std::uint64_t> d64;
  constexpr std::size_t kStep = hn::MaxLanes(d32);
  const auto lowest = hn::Set(d64, std::uint64_t{lowest_bits(kBits)} << 32 | lowest_bits(kBits));
  auto differing = hn::Zero(d64);
  for (std::size_t at = 0; at < vectors; ++at) {
    auto any = hn::BitCast(d64, hn::Xor(hn::LoadU(d32, a + at * kStep), hn::LoadU(d32, b + at * kStep)));
    if constexpr (kBits == 4) any = hn::Or(any, hn::ShiftRight<2>(any));
    if constexpr (kBits >= 2) any = hn::Or(any, hn::ShiftRight<1>(any));
    differing = hn::Add(differing, hn::PopulationCount(hn::And(any, lowest)));
  }
  const std::uint64_t fields = vectors * kStep * (32 / kBits);
  return static_cast<std::uint32_t>(fields - hn::GetLane(hn::SumOfLanes(d64, differing)));
}

template <class Count>
HWY_INLINE void each_row(SignatureView row, const Cell* rows, std::uint32_t bits, std::span<std::uint32_t> out,
                         Count count) {
  constexpr std::size_t kStep = hn::MaxLanes(hn::ScalableTag<std::uint32_t>());
  const std::size_t words = row.size();
  const std::size_t vectors = words / kStep;
  const std::uint32_t lowest = lowest_bits(bits);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Cell* const other = rows + i * words;
    std::uint32_t equal = count(row.data(), other, vectors);
    for (std::size_t at = vectors * kStep; at < words; ++at)
      equal += 32 / bits - differing_fields(row[at], other[at], bits, lowest);
    out[i] = equal;
  }
}

void equal_fields_of(SignatureView row, const Cell* rows, std::uint32_t bits, std::span<std::uint32_t> out) {
  switch (bits) {
    case 1:
      return each_row(row, rows, bits, out, equal_parts<1>);
    case 2:
      return each_row(row, rows, bits, out, equal_parts<2>);
    case 4:
      return each_row(row, rows, bits, out, equal_parts<4>);
    case 8:
      return each_row(row, rows, bits, out, equal_lanes<std::uint8_t>);
    case 16:
      return each_row(row, rows, bits, out, equal_lanes<std::uint16_t>);
    default:
      return each_row(row, rows, bits, out, equal_lanes<std::uint32_t>);
  }
}

}  // namespace textkin::sketch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::sketch {
namespace {

HWY_EXPORT(equal_fields_of);

}  // namespace

void equal_fields_scalar(SignatureView row, const Cell* rows, std::uint32_t bits, std::span<std::uint32_t> out) {
  const std::uint32_t lowest = lowest_bits(bits);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = 0;
    for (std::size_t at = 0; at < row.size(); ++at)
      out[i] += 32 / bits - differing_fields(row[at], rows[i * row.size() + at], bits, lowest);
  }
}

void equal_fields(SignatureView row, const Cell* rows, std::uint32_t bits, std::span<std::uint32_t> out) {
  if (!base::simd_enabled()) return equal_fields_scalar(row, rows, bits, out);
  HWY_DYNAMIC_DISPATCH(equal_fields_of)(row, rows, bits, out);
}

}  // namespace textkin::sketch
#endif  // HWY_ONCE
