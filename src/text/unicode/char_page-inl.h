// CharPage, for kernels: where all characters of a block that are beyond ASCII are among the same 128, which is so in
// most blocks of most alphabets, a bit of each tells what it is, and 16 bytes hold them all: no table is asked.
// Included once a SIMD target.
#if defined(TEXTKIN_TEXT_CHAR_PAGE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXTKIN_TEXT_CHAR_PAGE_INL_H_
#undef TEXTKIN_TEXT_CHAR_PAGE_INL_H_
#else
#define TEXTKIN_TEXT_CHAR_PAGE_INL_H_
#endif

#include <bit>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "text/unicode/char_block-inl.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::text::HWY_NAMESPACE {

class CharPage {
 public:
  static constexpr std::uint32_t kSize = 128;

  // Whether the characters of a block that begin at `leads` are of one page, which is then this one. Each is of two or
  // three bytes and followed by as many as it announces. False, too, where no valid character is in that page, and
  // without a look at most blocks behind several that were of more pages: of ideographs few are of one.
  bool find(const char* block, std::uint64_t leads) {
    return leads != 0 && patience_.lasts() && patience_.note(is_one(block, leads));
  }

  // Its first character.
  std::uint32_t begin() const { return begin_; }

  // At the first bytes of the characters of the page their bits of kSize / 8 bytes, and anything elsewhere.
  std::uint64_t bits_at(const char* block, const std::uint8_t* bits) const {
    const Bytes d;
    alignas(16) static constexpr std::uint8_t kPowers[16] = {1, 2, 4, 8, 16, 32, 64, 128};
    const auto powers = hn::LoadDup128(d, kPowers);
    const auto table = hn::LoadDup128(d, bits);
    const std::size_t behind = three_ ? 1 : 0;
    return bits_of_bytes([&](std::size_t i) {
      const auto upper = hn::And(load_bytes(block + i + behind), hn::Set(d, 1));
      const auto lower = load_bytes(block + i + behind + 1);
      const auto place = hn::Or(hn::ShiftLeft<3>(upper), hn::And(hn::ShiftRight<3>(lower), hn::Set(d, 7)));
      const auto power = hn::TableLookupBytes(powers, hn::And(lower, hn::Set(d, 7)));
      return hn::TestBit(hn::TableLookupBytes(table, place), power);
    });
  }

 private:
  // Of two bytes the last bit of the first one, and of three that of the second, is the character's and not the page's.
  bool is_one(const char* block, std::uint64_t leads) {
    const char* const at = block + std::countr_zero(leads);
    const auto lead = static_cast<std::uint8_t>(at[0]);
    const bool three = lead >= 0xE0;
    const std::uint8_t first = three ? lead : lead & 0xFE;
    const std::uint8_t second = three ? static_cast<std::uint8_t>(at[1]) & 0xFE : 0;
    const Bytes d;
    const auto same = bits_of_bytes([&](std::size_t i) {
      const auto bytes = load_bytes(block + i);
      if (!three) return hn::Eq(hn::And(bytes, hn::Set(d, 0xFE)), hn::Set(d, first));
      const auto seconds = hn::And(load_bytes(block + i + 1), hn::Set(d, 0xFE));
      return hn::And(hn::Eq(bytes, hn::Set(d, first)), hn::Eq(seconds, hn::Set(d, second)));
    });
    if ((leads & ~same) != 0) return false;
    const std::uint32_t begin = three ? (lead & 0x0Fu) << 12 | (second & 0x3Fu) << 6 : (first & 0x1Fu) << 6;
    if (begin < (three ? 0x800u : 0x80u) || (begin & 0xF800) == 0xD800) return false;
    begin_ = begin;
    three_ = three;
    return true;
  }

  std::uint32_t begin_ = 0;
  bool three_ = false;
  Patience patience_;
};

}  // namespace textkin::text::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
