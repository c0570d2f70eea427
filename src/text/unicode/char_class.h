// What the room knows of each code point: one byte of flags, read from ICU once a process.
//
// word: general category L*, M*, Nd or Nl (Nl keeps U+3007, the Chinese zero).
// solo: a word character of a script that is written without spaces between words; each is a token of its own.
//   These are the characters that Unicode gives line break class SA (Thai, Lao, Khmer, Myanmar, Tai Le, New Tai Lue,
//   Tai Tham, Tai Viet, Ahom), and those with one of these scripts among their script extensions: Han, Hiragana,
//   Katakana, Bopomofo, Yi, Tangut, Nushu, Khitan Small Script, Javanese, Balinese. Hangul and Tibetan are not in the
//   list: the one is written with spaces, the other marks every syllable, which makes it a token.
// extends: a word character that belongs to the one before it, in whose grapheme cluster it is (UAX 29): general
//   category M*, Grapheme_Extend (the half-width marks of kana), and AM of Thai and Lao, which UAX 29 has with them.
// space: White_Space. punctuation: general category P*. mark: general category Mn.
// unseen: Default_Ignorable_Code_Point, which nothing is drawn for, and the marks of interlinear annotation (U+FFF9 to
//   U+FFFB), which word processors draw nothing for either.
// A table of one byte a code point, 1.1 MB: one load finds a class, and only the pages of scripts in use are touched.
// Threads: built on first use under the lock of a function-local static, some 3 ms; then immutable.
#pragma once

#include <cstdint>

namespace textkin::text {

enum CharFlag : std::uint8_t {
  kWordChar = 1,
  kSoloChar = 2,
  kSpaceChar = 4,
  kPunctuationChar = 8,
  kMarkChar = 16,
  kVisibleChar = 32,  // not White_Space
  kUnseenChar = 64,
  kExtendsChar = 128,
};

// flags[code point], for every code point below kCodePoints, and kTablePadding (settle_block.h) more.
const std::uint8_t* char_flags();

}  // namespace textkin::text
