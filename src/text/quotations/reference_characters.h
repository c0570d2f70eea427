// The characters of a text around a quotation, and what they are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/unicode/char_class.h"
#include "text/unicode/utf8.h"
#include "unicode/uchar.h"

// A namespace of its own: other files of the room have functions of such names for single bytes.
namespace textkin::text::reference {

inline std::u32string code_points(std::string_view text) {
  std::u32string out;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode(text.data() + i, text.data() + text.size());
    out.push_back(static_cast<char32_t>(c.value));
    i += c.length;
  }
  return out;
}

inline std::u32string folded(std::u32string text) {
  for (char32_t& c : text) c = static_cast<char32_t>(u_foldCase(static_cast<UChar32>(c), U_FOLD_CASE_DEFAULT));
  return text;
}

// Of a decimal digit of any script; -1: it is none.
inline int digit_value(char32_t c) {
  if (c < 0x80) return c >= '0' && c <= '9' ? static_cast<int>(c - '0') : -1;
  return u_charDigitValue(static_cast<UChar32>(c));
}
inline bool is_digit(char32_t c) { return digit_value(c) >= 0; }

// 1, (1) and 1. within one character.
inline bool is_enclosed_number(char32_t c) {
  return (c >= 0x2460 && c <= 0x249B) || (c >= 0x24EA && c <= 0x24FF) || (c >= 0x2776 && c <= 0x2793) ||
         (c >= 0x3220 && c <= 0x3229) || (c >= 0x3251 && c <= 0x325F) || (c >= 0x3280 && c <= 0x3289) ||
         (c >= 0x32B1 && c <= 0x32BF);
}

// The digits with which Chinese and Japanese write numbers, and years digit by digit.
inline bool is_han_digit(char32_t c) {
  return std::u32string_view(U"〇○零一二三四五六七八九").find(c) != std::u32string_view::npos;
}

inline bool is_letter(char32_t c) { return (char_flags()[c] & kWordChar) != 0 && !is_digit(c); }
inline bool is_space(char32_t c) { return (char_flags()[c] & kSpaceChar) != 0; }
inline bool is_capital(char32_t c) { return u_isupper(static_cast<UChar32>(c)) || u_istitle(static_cast<UChar32>(c)); }

}  // namespace textkin::text::reference
