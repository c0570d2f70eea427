// Letters in another dress, and the formulas in which they are at home.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace textkin::text {

constexpr bool is_wide_letter(std::uint32_t c) { return (c >= 0xFF21 && c <= 0xFF3A) || (c >= 0xFF41 && c <= 0xFF5A); }

// Letters that NFKC makes plain ones of.
constexpr bool is_styled_letter(std::uint32_t c) {
  if (c >= 0x1D400 && c < 0x1D7CC) return true;
  return c == 0x2102 || (c >= 0x210A && c <= 0x2113) || c == 0x2115 || (c >= 0x2119 && c <= 0x211D) || c == 0x2124 ||
         c == 0x2128 || (c >= 0x212C && c <= 0x212D) || (c >= 0x212F && c <= 0x2134) || c == 0x2139 ||
         (c >= 0x2145 && c <= 0x2149);
}

// Digits and letters above or below the line.
constexpr bool is_raised_or_lowered(std::uint32_t c) {
  return c == 0xB2 || c == 0xB3 || c == 0xB9 || (c >= 0x2070 && c <= 0x209C) || (c >= 0x1D2C && c <= 0x1D6A) ||
         c == 0x2C7C;
}

// Whether text[begin, end) stands in a formula: no more than 20 characters from a sign of calculation that has
// something to its left (no bullet, and no mark of a quotation), with no letter but styled ones between them and on one
// line. Cost: constant.
bool in_formula(std::string_view text, std::size_t begin, std::size_t end);

}  // namespace textkin::text
