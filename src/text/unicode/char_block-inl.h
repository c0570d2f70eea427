// What kernels know of a block of 64 bytes: the shape of its characters, and what was looked up of them. Included once a
// SIMD target.
#if defined(TEXTKIN_TEXT_CHAR_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXTKIN_TEXT_CHAR_BLOCK_INL_H_
#undef TEXTKIN_TEXT_CHAR_BLOCK_INL_H_
#else
#define TEXTKIN_TEXT_CHAR_BLOCK_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::text::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::CappedTag<std::uint8_t, 64>;

constexpr std::uint64_t below(unsigned place) {
  return place < 64 ? (std::uint64_t{1} << place) - 1 : ~std::uint64_t{0};
}

// One bit a byte of a block: those that continue a character, and first bytes by the length that they announce.
struct Shape {
  std::uint64_t follows = 0;
  std::uint64_t leads = 0;
  std::uint64_t of_three = 0;  // or four
  std::uint64_t of_four = 0;
  std::uint64_t of_none = 0;  // 0xF8 and beyond
};

template <class V>
HWY_INLINE void store_at_least(V bytes, std::uint8_t least, unsigned at, std::uint64_t& bits) {
  const Bytes d;
  hn::StoreMaskBits(d, hn::Gt(bytes, hn::Set(d, static_cast<std::uint8_t>(least - 1))),
                    reinterpret_cast<std::uint8_t*>(&bits) + at / 8);
}

HWY_INLINE Shape shape_of(const char* block) {
  const Bytes d;
  Shape shape;
  std::uint64_t high = 0;
  for (std::size_t i = 0; i < 64; i += hn::MaxLanes(Bytes())) {
    const auto bytes = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(block + i));
    store_at_least(bytes, 0x80, i, high);
    store_at_least(bytes, 0xC0, i, shape.leads);
    store_at_least(bytes, 0xE0, i, shape.of_three);
    store_at_least(bytes, 0xF0, i, shape.of_four);
    store_at_least(bytes, 0xF8, i, shape.of_none);
  }
  shape.follows = high & ~shape.leads;
  return shape;
}

// The bytes that must follow the first bytes among `leads`.
HWY_INLINE std::uint64_t due(const Shape& shape, std::uint64_t leads) {
  return leads << 1 | (leads & shape.of_three) << 2 | (leads & shape.of_four) << 3;
}

// Of the characters of a block, as bits at their first bytes.
struct Looked {
  std::uint64_t others = 0;  // their entries are others, which stand at these places
  std::uint64_t joining = 0;
  std::uint64_t of_long = 0;
  std::uint64_t none = 0;  // of no form; behind the first of them nothing was looked at
  std::uint32_t entries[64];
};

}  // namespace textkin::text::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
