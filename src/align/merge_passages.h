// Merging of passages that are one to a reader: neighbours in one text whose other sides lie together, in any order.
#pragma once

#include <cstdint>
#include <vector>

#include "align/placed_words.h"
#include "align/word_spans.h"

namespace textkin::align {

// Joins two passages in the same order whose gaps are about as long on both sides, at most six times `gap`, and no
// longer than either: a stretch between them was rewritten. And joins two passages where they are at most `gap`
// characters apart on one side, and on the other at most `gap` more than the longer of both, if kAlike of the words of
// what comes of it are equal, and where they are far apart only if neither is for the most part what the other one is
// in either text: sentences in another order are one passage, a phrase that is said twice is two. Again until nothing
// changes, as sentences in another order need. What is joined has the bounds of both, the longest run of either, and
// `equal` summed up to the shorter side's words; what lies within another on both sides is left out. Cost: passages,
// times those that begin within them or near their ends in either text.
void merge_passages(const PlacedWords& a, const PlacedWords& b, std::uint32_t gap, std::vector<WordSpans>& passages);

}  // namespace textkin::align
