// Growing: how far two texts go on alike from a place in both, over single words that differ.
//
// The best-scoring alignment of what begins at both places, where an equal word counts its weight
// (textkin/word_weight.h) and any other word of either text as much less; it is given up where the score falls kDrop
// below its best (X-drop: Zhang, Schwartz, Wagner, Miller 2000, A greedy algorithm for aligning DNA sequences), or
// finds no better one over kFar words, or kBand more words of one text than of the other are passed over. Cost: 2 kBand
// + 1 steps for each word that it grows by and kFar others. Threads: any.
#pragma once

#include <cstdint>

#include "align/common_runs.h"

namespace textkin::align {

struct Growth {
  std::uint32_t a = 0;  // words of the first text, the last of them equal to the last one of the second
  std::uint32_t b = 0;
  std::uint32_t score = 0;  // in weight
  std::uint32_t equal = 0;  // words
};

// Of the texts from their beginnings on. `whole`: no word weighs less than a whole one, which is faster.
Growth grow_forward(Words a, Words b, bool whole = false);
// Of the texts from their ends backward.
Growth grow_backward(Words a, Words b, bool whole = false);

}  // namespace textkin::align
