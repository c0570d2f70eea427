// Letters of Greek, Cyrillic and Armenian that are drawn as a Latin letter is: a part of Unicode's confusables (UTS 39)
// that people put into words to make them look the same and compare differently.
#pragma once

#include <cstdint>

namespace textkin::text {

// The Latin letter, or 0.
char latin_look_alike(std::uint32_t c);

// ASCII letters and the letters of the Latin blocks up to U+024F.
constexpr bool is_latin_letter(std::uint32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0x24F && c != 0xD7 && c != 0xF7);
}

// Greek, Cyrillic, Armenian.
constexpr bool is_of_look_alikes(std::uint32_t c) { return c >= 0x370 && c <= 0x58F; }

// Small letters of Greek with which sciences write symbols (α, γ, ν), look-alikes or not; omicron is none.
constexpr bool is_greek_symbol(std::uint32_t c) { return c >= 0x3B1 && c <= 0x3C9 && c != 0x3BF; }

}  // namespace textkin::text
