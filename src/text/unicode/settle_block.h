// What `settle_high` (char_scan.h) does, character by character: the twin of its kernels, and with one block of 64
// bytes their way where bytes are no UTF-8.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "text/unicode/lead_kinds.h"
#include "text/unicode/utf8.h"
#include "text/unicode/word_scan.h"

namespace textkin::text {

// What a table of bytes has behind its last entry, so that four may be read there.
inline constexpr std::size_t kTablePadding = 3;

// Which of the flags of a character (char_class.h) make it part of a word, and a token of its own. `of`: one byte a
// code point, and kTablePadding.
struct WordFlags {
  static constexpr std::uint8_t kTold = 1, kWord = 2, kSolo = 4;  // of a kind

  WordFlags(const std::uint8_t* table, std::uint8_t word_flags, std::uint8_t solo_flags)
      : of(table), word(word_flags), solo(solo_flags), leads(lead_kinds([this](std::uint32_t c) { return kind(c); })) {}

  std::uint8_t kind(std::uint32_t c) const {
    return static_cast<std::uint8_t>(kTold | ((of[c] & word) != 0 ? kWord : 0) | ((of[c] & solo) != 0 ? kSolo : 0));
  }

  const std::uint8_t* of;
  std::uint8_t word;
  std::uint8_t solo;
  LeadKinds leads;
};

// What a block leaves to the next.
struct BlockCarry {
  std::uint64_t word = 0;
  std::uint64_t cut = 0;
  unsigned taken = 0;  // bytes of the next block that belong to a character of this one
};

inline void settle_block(const char* block, const char* end, const WordFlags& flags, BlockMask& mask,
                         std::uint64_t& cut_mask, BlockCarry& carry) {
  std::uint64_t word = mask.word | carry.word;
  std::uint64_t cut = carry.cut;
  std::uint64_t high = mask.high & (~std::uint64_t{0} << carry.taken);
  carry = {};
  while (high != 0) {
    const auto at = static_cast<unsigned>(std::countr_zero(high));
    const CodePoint c = decode(block + at, end);
    const std::uint8_t is = flags.of[c.value];
    const unsigned behind = at + c.length;
    const std::uint64_t bytes = (std::uint64_t{1} << c.length) - 1;
    if ((is & flags.word) != 0) {
      word |= bytes << at;
      if (behind > 64) carry.word = bytes >> (64 - at);
    }
    if ((is & flags.solo) != 0) {
      cut |= std::uint64_t{1} << at;
      (behind < 64 ? cut : carry.cut) |= std::uint64_t{1} << (behind % 64);
    }
    if (behind >= 64) {
      carry.taken = behind - 64;
      break;
    }
    high &= ~std::uint64_t{0} << behind;
  }
  mask.word = word;
  cut_mask = cut;
}

inline void settle_blocks(const char* copy, std::size_t length, const WordFlags& flags, BlockMask* masks,
                          std::uint64_t* cuts) {
  BlockCarry carry;
  for (std::size_t b = 0; b < mask_blocks(length); ++b)
    settle_block(copy + 64 * b, copy + length, flags, masks[b], cuts[b], carry);
}

}  // namespace textkin::text
