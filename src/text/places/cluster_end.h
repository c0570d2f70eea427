// Where the grapheme cluster of a character ends that is a word of its own: no word is a part of one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/unicode/char_class.h"
#include "text/unicode/utf8.h"

namespace textkin::text {

// Marks by which a consonant is written below the one before: Myanmar, Khmer, Tai Tham, Balinese, Javanese.
constexpr bool is_stacker(std::uint32_t c) {
  return c == 0x1039 || c == 0x17D2 || c == 0x1A60 || c == 0x1B44 || c == 0xA9C0;
}

// AA behind the ring of Thai and Lao, which are AM in two characters.
constexpr bool is_am_in_two(std::uint32_t ring, std::uint32_t c) {
  return (ring == 0xE4D && c == 0xE32) || (ring == 0xECD && c == 0xEB2);
}

// The byte of `text` behind all that belongs to the character that ends at byte `at`: what extends it (kExtendsChar),
// also behind characters that do not show, and consonants that are stacked. Not more than `most` bytes. Cost: a
// look-up.
inline std::size_t cluster_end(std::string_view text, std::size_t at, std::size_t most, const std::uint8_t* flags) {
  const char* const end = text.data() + std::min(text.size(), at + most);
  const char* p = text.data() + at;
  const char* behind = p;
  std::uint32_t before = 0;  // what extends it, if that is before
  while (p < end && static_cast<unsigned char>(*p) >= 0x80) {
    const CodePoint c = decode(p, end);
    const std::uint8_t is = flags[c.value];
    const bool goes_with = is_am_in_two(before, c.value) || (is_stacker(before) && (is & kSoloChar) != 0);
    const bool extends = (is & kExtendsChar) != 0 || goes_with;
    if (!extends && (is & kUnseenChar) == 0) break;
    p += c.length;
    if (extends) behind = p;
    before = extends ? c.value : 0;
  }
  return static_cast<std::size_t>(behind - text.data());
}

}  // namespace textkin::text
