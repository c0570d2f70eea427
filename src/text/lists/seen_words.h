// Words as lists of sources see them: their signs, and which name a source.
//
// Cost: one pass over the text. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/places/words_between.h"

namespace textkin::text {

enum class Source : std::uint8_t { kNone, kSource, kYearInProse };

// A word, and the gap behind it.
struct Seen {
  std::uint32_t weight = 0;
  bool lower = false;  // its first letter
  bool upper = false;
  bool digit = false;
  bool year = false;
  bool address = false;
  bool long_word = false;  // four letters or more
  char single = 0;         // all of it, if it is one of ASCII
  bool spaces = true;      // only these behind it
  bool bracket = false;    // or one that closes, and spaces
  bool joint = false;      // signs, but no hyphen or apostrophe within a word; or it is a number
  bool line_end = false;
  bool paragraph_end = false;
  bool cited = false;         // a year, cited in prose: (Brown, 2004; Lee et al., 2015), Donaldson (2018) estimates
  bool sentence_end = false;  // of a sentence of more than initials and abbreviations
  Source source = Source::kNone;
};

// Those of `text` from character `begin`, which is byte `byte`, to character `end`; `words` are the words there.
std::vector<Seen> see_words(std::string_view text, std::size_t byte, std::uint32_t begin, std::uint32_t end,
                            std::span<const LocatedWord> words);

}  // namespace textkin::text
