// LocatedWords: the words of a text as passages compare them, each with its place in the original text.
//
// Definition, "located.v4": words are those of the tokeniser `unicode` (maximal runs of letters, marks and digits; each
// character of a script without spaces alone), with these differences, which make copied text comparable:
//   - no word is a part of a grapheme cluster: a character that is alone has the marks behind it in its word, which are
//   normalised with it, and no mark begins a word (cluster_end.h);
//   - the apostrophes that are letters (U+02BB, U+02BC) end a word, as others do;
//   - characters that do not show inside a word (soft hyphen, zero-width space, joiners, marks of direction, tags,
//     fillers, variations, byte order mark: kUnseenChar) do not end it and are not part of what is compared, and are no
//     word by themselves; but fillers of Hangul beside other letters do end it where they stand for spaces (fillers.h);
//   - a word that a hyphen cuts at the end of a line goes on with the first word of the next one;
//   - in a word that mixes Latin letters with Greek, Cyrillic or Armenian ones, letters that look alike are taken for
//   Latin; and a dotless i for i; and a word of nothing but such letters among Latin ones (swapped_words.h) for a Latin
//   one;
//   - four ASCII letters or more that each stand alone, one space between any two, are one word;
//   - a word of more than 65,536 bytes is cut there, so that a text without a space is no word as long as itself;
//   - in an ASCII word of two letters or more and digits all of which may stand for letters (0 1 3 4 5 7), they do.
// What is compared is the hash (bytes.v2) of the word under NFKC with case folding, its spelling folded further
// (folded_spelling.h): vowels of Arabic and Hebrew and accents of Greek make no difference. It says how much the word
// weighs (textkin/word_weight.h): of one that is alone the sum of what is left of it.
// Places are code points of the original text, counted from 0. `hidden` and `look_alike` mark words that a reader
// should look at: such characters in Latin, Greek or Cyrillic words but for soft hyphens, which programs put there.
// (In other scripts joiners are orthography.) Small letters of Greek but omicron before all Latin letters of a word or
// behind them are symbols and mark nothing: TNFα, γH2AX. look_alike marks words of letters in another dress too
// (dressed_words.h).
//
// Of source code, "located.code.v1": words are the tokens of code_scanner.h, so that programs of one structure are
// equal whatever their names, literals and comments; nothing is marked. Threads: one WordLocator each. Cost: ASCII some
// 1 ns a byte.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hash/key.h"
#include "text/code/code_language.h"
#include "text/normalize/normalizer.h"
#include "text/places/plain_words.h"
#include "text/unicode/byte_buffer.h"
#include "text/unicode/utf8.h"
#include "text/words/dressed_words.h"
#include "text/words/located_word.h"
#include "text/words/swapped_words.h"

namespace textkin::text {

// What the words of a run are.
struct WordKind {
  const CodeLanguage* code = nullptr;  // which must outlive the locator; null: prose
  hash::Key key = hash::kPublicKey;
};

class WordLocator {
 public:
  explicit WordLocator(const WordKind& kind = {});

  // Replaces `out` by the words of `text`, valid UTF-8 of less than 2^32 code points, in order.
  void locate(std::string_view text, std::vector<LocatedWord>& out);

 private:
  struct Scan;
  void locate_code(std::string_view text, std::vector<LocatedWord>& out) const;
  void finish(Scan& scan, std::vector<LocatedWord>& out);
  void note_script(const Scan& scan, std::size_t number);
  void fold_look_alikes(Scan& scan);
  void flag_unusual(std::string_view text, std::vector<LocatedWord>& words);
  enum Ascii : std::uint8_t { kNotAscii = 0, kBetween = 1, kLower = 2, kUpper = 4, kDigit = 8 };
  static constexpr std::uint8_t kLetter = kLower | kUpper;
  static constexpr std::uint8_t kOfWord = kLetter | kDigit;
  std::uint8_t ascii_at(std::string_view text, std::size_t at) const;
  // How many characters of a word, all of ASCII, the text begins with.
  std::size_t ascii_run(std::string_view text, Scan& scan) const;
  // Words from byte `i` on, code point `at`, where none is open; how many bytes they and what parts them are.
  std::size_t plain_words(std::string_view text, std::size_t i, std::uint32_t at, std::vector<LocatedWord>& out);
  // The words that plain_ has of the stretch at byte `i`, code point `at`, up to the first that needs a closer look:
  // the byte of the stretch at which that one begins; ~0: there is none.
  std::size_t take_plain(std::string_view text, std::size_t i, std::uint32_t at, std::vector<LocatedWord>& out);
  // Takes the words of one character, each with what extends it, that stand one behind the other from byte `i` on, code
  // point `at`; none is open.
  void take_solos(std::string_view text, std::size_t& i, std::uint32_t& at, std::vector<LocatedWord>& out);
  // What is compared of such a word, of which `character` is the first.
  std::uint64_t solo_hash(std::uint32_t character, std::string_view bytes);
  // Whether a filler, at byte `filler`, stands for a space.
  bool parts_words(std::string_view text, std::size_t filler);
  // The character at `at`, whose bytes are `bytes`, of a word of many.
  void add(const CodePoint& c, std::string_view bytes, std::uint32_t at, Scan& scan);

  WordKind kind_;
  const std::uint8_t* flags_;
  std::array<std::uint8_t, 128> ascii_;
  std::unique_ptr<Normalizer> normalizer_;
  std::string word_;
  ByteBuffer folded_;
  PlainWords plain_;
  // Of the text at hand:
  std::uint32_t solo_ = 0;  // words of scripts without spaces
  DressedWords dressed_;
  std::optional<std::vector<std::size_t>> fillers_;  // that part words, once one was met
  SwappedWords swapped_;
};

}  // namespace textkin::text
