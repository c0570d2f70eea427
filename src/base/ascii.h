// Letters, digits and spaces of ASCII, whatever the locale; bytes from 0x80 on are none of them.
//
// For formats and names that are defined in ASCII. What a letter of a text is, says Unicode: text/unicode/char_class.h.
#pragma once

namespace textkin::base {

constexpr bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
constexpr bool is_letter(char byte) { return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z'); }
// As isspace() of C: tab, line feed, vertical tab, form feed, carriage return, space. HTML has no vertical tab.
constexpr bool is_space(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

// A-Z as a-z; any other byte as it is.
constexpr char to_lower(char byte) { return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + ('a' - 'A')) : byte; }

// 0 to 15, of letters of either case; -1 where it is no hexadecimal digit.
constexpr int hex_digit(char byte) {
  if (is_digit(byte)) return byte - '0';
  const char small = to_lower(byte);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

}  // namespace textkin::base
