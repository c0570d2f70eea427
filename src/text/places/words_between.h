// How places in the characters of a text become a run of its words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "text/places/located_words.h"
#include "textkin/word_range.h"

namespace textkin::text {

// The words that begin in characters [begin, end) of the text; `words` as WordLocator gives them.
inline WordRange words_between(std::span<const LocatedWord> words, std::uint32_t begin, std::uint32_t end) {
  const auto at = [&](std::uint32_t place) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(words, place, {}, &LocatedWord::begin) - words.begin());
  };
  return {at(begin), at(end) - at(begin)};
}

}  // namespace textkin::text
