// NormalWords: the words of a text as they stand in it, each to be compared by its normalised spelling.
//
// Definition, "normal-words.v2": words are those of the tokens `unicode` (maximal runs of letters, marks and digits;
// each character of a script without spaces alone), found in the text as it is, with two differences. No word is a part
// of a grapheme cluster: such a character has the marks behind it in its word, and no mark begins one. And a sign of
// which the normalisers make letters or digits (\u00B2, \u338F) is as these are. Characters that do not show (soft
// hyphen, joiners) do not end one. What is compared of one is what the normalisers make of it alone. A word of which
// they leave nothing is none. One of more than 65,536 bytes is cut there, so that a text without a space is no word as
// long as itself. A hash tells words apart; same() compares them letter by letter. Threads: one each. Cost: ASCII some
// 1 ns a byte where the normalisers do no more to it than lower case.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hash/key.h"
#include "text/normalize/normalizer.h"
#include "text/places/plain_words.h"
#include "text/unicode/byte_buffer.h"

namespace textkin::text {

struct NormalWord {
  std::uint64_t hash = 0;   // of its normalised spelling
  std::uint32_t begin = 0;  // bytes of the text
  std::uint32_t end = 0;    // behind the last
  std::uint32_t size = 0;   // bytes of its normalised spelling, at least 1

  bool operator==(const NormalWord&) const = default;
};

class NormalWords {
 public:
  // `normalizers` from left to right; those that need more than a word (of source code) are the caller's to refuse.
  NormalWords(std::vector<std::unique_ptr<Normalizer>> normalizers, const hash::Key& key);

  // Appends the words of `text`, valid UTF-8 of less than 4 GiB, in order, with places in it.
  void append(std::string_view text, std::vector<NormalWord>& out);

  // Whether two words are spelled alike, whatever their hashes.
  bool same(std::string_view a, std::string_view b);

 private:
  enum class OfAscii { kNothing, kLowers, kMore };

  // kWordChar and kSoloChar of a character.
  std::uint8_t kind_of(std::uint32_t c);
  std::uint8_t kind_of_sign(std::uint32_t c);
  std::size_t end_of_word(std::string_view text, std::size_t begin, bool& ascii);
  void take(std::string_view text, std::size_t begin, std::size_t end, bool ascii, std::vector<NormalWord>& out);

  std::vector<std::unique_ptr<Normalizer>> normalizers_;
  hash::Key key_;
  OfAscii of_ascii_;
  const std::uint8_t* flags_;
  struct Sign {
    std::uint32_t character = 0;
    std::uint8_t kind = 0;
  };
  std::array<Sign, 256> signs_{};  // those that were met last
  PlainWords plain_;
  std::string lowered_;
  ByteBuffer buffers_[2];
};

}  // namespace textkin::text
