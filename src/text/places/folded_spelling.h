// What people write a word with or without, beyond what NFKC with case folding makes equal: the same word to who reads.
//
//   Arabic   without tatweel (U+0640) and vowels (U+064B to U+065F, U+0670, marks of U+06D6 to U+06ED); the yeh and the
//            kaf of Persian and Urdu, and alef maksura, are those of Arabic
//   Hebrew   without points (marks of U+0591 to U+05C7)
//   Greek    without accents and breathings, which capitals do not have, nor have others all of them since 1982
//   Turkish  the dot that folding leaves above the i of U+0130 goes
// A word of nothing but what goes stays. Threads: any. Cost: a look-up a character; 5 ns each of a word that changes.
#pragma once

#include <cstdint>

#include "text/unicode/byte_buffer.h"

namespace textkin::text {

// Whether a word that has this character, before it is normalised, may be one that changes.
constexpr bool may_fold_spelling(std::uint32_t c) {
  return c == 0x130 || (c >= 0x300 && c < 0x400) || (c >= 0x590 && c < 0x700) || (c >= 0x1F00 && c < 0x2000) ||
         (c >= 0xFB1D && c < 0xFF00);
}

// `word`: valid UTF-8 under NFKC with case folding; it becomes no longer.
void fold_spelling(ByteBuffer& word);

}  // namespace textkin::text
