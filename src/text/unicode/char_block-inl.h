// What kernels know of a block of 64 bytes: the shape of its characters, and what was looked up of them. Included once
// a SIMD target.
#if defined(TEXTKIN_TEXT_CHAR_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXTKIN_TEXT_CHAR_BLOCK_INL_H_
#undef TEXTKIN_TEXT_CHAR_BLOCK_INL_H_
#else
#define TEXTKIN_TEXT_CHAR_BLOCK_INL_H_
#endif

#include <algorithm>
#include <cstddef>
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

// Whether a short way is worth a try: where it was in vain for several blocks in a row, most are passed over.
class Patience {
 public:
  bool lasts() {
    if (wait_ == 0) return true;
    --wait_;
    return false;
  }
  bool note(bool success) {
    failed_ = success ? failed_ / 2 : std::min(failed_ + 2, kMost);
    wait_ = failed_ / 2;
    return success;
  }

 private:
  static constexpr unsigned kMost = 32;
  unsigned failed_ = 0;
  unsigned wait_ = 0;
};

HWY_INLINE hn::Vec<Bytes> load_bytes(const char* p) {
  return hn::LoadU(Bytes(), reinterpret_cast<const std::uint8_t*>(p));
}

// A bit a byte of a block: test(i) tells of those from block + i on.
template <class Test>
HWY_INLINE std::uint64_t bits_of_bytes(Test test) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 64; i += hn::MaxLanes(Bytes()))
    hn::StoreMaskBits(Bytes(), test(i), reinterpret_cast<std::uint8_t*>(&bits) + i / 8);
  return bits;
}

HWY_INLINE Shape shape_of(const char* block) {
  const auto at_least = [block](std::uint8_t least) {
    return bits_of_bytes([&](std::size_t i) {
      return hn::Gt(load_bytes(block + i), hn::Set(Bytes(), static_cast<std::uint8_t>(least - 1)));
    });
  };
  Shape shape;
  shape.leads = at_least(0xC0);
  shape.of_three = at_least(0xE0);
  shape.of_four = at_least(0xF0);
  shape.of_none = at_least(0xF8);
  shape.follows = at_least(0x80) & ~shape.leads;
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
