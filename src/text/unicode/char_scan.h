// Kernels over characters beyond ASCII: what each is, and its form, for those of 64 bytes side by side.
//
// The bytes of a block are taken at four offsets, so that every place sees the character that would begin there; places
// where one does are told by masks of bits, and a table is asked for all of them with one gather. So the length of a
// character, which nobody can foretell where scripts and spaces alternate, is no branch. On targets without gathers,
// and where base::simd_enabled() is false, characters are taken one by one, with the same results.
#pragma once

#include <cstddef>
#include <cstdint>

#include "text/unicode/word_scan.h"

namespace textkin::text {

// What the tables have behind their last entry, so that four bytes may be read there.
inline constexpr std::size_t kTablePadding = 3;

// Which of the flags of a character (char_class.h) make it part of a word, and a token of its own. `of`: one byte a
// code point, and kTablePadding.
struct WordFlags {
  const std::uint8_t* of;
  std::uint8_t word;
  std::uint8_t solo;
};

// Of a copy of `length` bytes and the masks that `classify` left: sets the word bits of characters that are not ASCII,
// and in `cuts` (one mask a block) a bit before and behind each that stands alone. Bytes that are no UTF-8 count as
// U+FFFD each.
void settle_high(const char* copy, std::size_t length, const WordFlags& flags, BlockMask* masks, std::uint64_t* cuts);

struct Copied {
  std::size_t read = 0;
  std::size_t written = 0;
};

// Writes the forms of leading characters of `text`, which begins with a whole one: of ASCII itself (A-Z as a-z if
// `lower`), of others forms[c], where that is not 0; of those there are 0x10000, and kTablePadding more. It stops
// behind a whole character, before or at the first that has none, and may stop at once: what it leaves is the caller's.
// `copy` has room for 3/2 of the text and 128 bytes.
Copied copy_forms(const char* text, std::size_t length, const std::uint16_t* forms, bool lower, char* copy);

}  // namespace textkin::text
