// WordRange: a run of the words of a text, and how places in characters become one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "text/located_words.h"

namespace textkin::text {

struct WordRange {
  std::uint32_t first = 0;
  std::uint32_t words = 0;

  bool operator==(const WordRange&) const = default;
};

// The words that begin in characters [begin, end) of the text; `words` as WordLocator gives them.
inline WordRange words_between(std::span<const LocatedWord> words, std::uint32_t begin, std::uint32_t end) {
  const auto at = [&](std::uint32_t place) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(words, place, {}, &LocatedWord::begin) - words.begin());
  };
  return {at(begin), at(end) - at(begin)};
}

}  // namespace textkin::text
