// What `settle_high` (char_scan.h) does with one block of 64 bytes, character by character: the twin of its kernels,
// and their way where bytes are no UTF-8.
#pragma once

#include <bit>
#include <cstdint>

#include "text/unicode/char_scan.h"
#include "text/unicode/utf8.h"

namespace textkin::text {

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

}  // namespace textkin::text
