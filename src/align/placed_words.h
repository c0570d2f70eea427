// PlacedWords: a text as alignment sees it.
#pragma once

#include <cstdint>
#include <span>

#include "align/common_runs.h"
#include "align/word_grams.h"

namespace textkin::align {

// The words of a text and their places in it, in characters.
struct PlacedWords {
  Words words;
  std::span<const std::uint32_t> begin;
  std::span<const std::uint32_t> end;
  // Empty at first; where it is, the aligner leaves there what it needs for the next pair of the same text, 16 bytes a
  // word.
  WordGrams* grams = nullptr;
};

}  // namespace textkin::align
