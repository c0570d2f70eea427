// Bytes of UTF-8, the repair of text that is not valid, and text for a terminal. text/unicode/utf8.h reads code points
// one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace textkin::base {

// U+FFFD, what stands for bytes that cannot be read.
inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

// Whether a byte is not the first of its code point; a text may be cut before any other.
constexpr bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// Writes a code point below 0x110000, which is no surrogate, as 1 to 4 bytes; returns how many.
inline std::size_t encode_utf8(std::uint32_t c, char* out) {
  const auto continuation = [c](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) {
    out[0] = static_cast<char>(c);
    return 1;
  }
  if (c < 0x800) {
    out[0] = static_cast<char>(0xC0 | c >> 6);
    out[1] = continuation(0);
    return 2;
  }
  if (c < 0x10000) {
    out[0] = static_cast<char>(0xE0 | c >> 12);
    out[1] = continuation(6);
    out[2] = continuation(0);
    return 3;
  }
  out[0] = static_cast<char>(0xF0 | c >> 18);
  out[1] = continuation(12);
  out[2] = continuation(6);
  out[3] = continuation(0);
  return 4;
}

// Appends `bytes` to `out`, each maximal invalid subsequence as one U+FFFD (Unicode 15, section 3.9, "substitution of
// maximal subparts"; what browsers and Python's errors="replace" do). Valid text is appended as it is.
void append_valid_utf8(std::string_view bytes, std::string& out);

// `bytes` as a terminal may be shown them: bytes that are no UTF-8, control characters and DEL (U+0000 to U+001F,
// U+007F to U+009F) as "\x1b", so that a name cannot move the cursor, hide a line or end one. All else as it is.
std::string printable(std::string_view bytes);

// A name that is no UTF-8 as printable() has it, so that two names stay two wherever they are written; others as they
// are.
std::string as_utf8(std::string_view name);

}  // namespace textkin::base
