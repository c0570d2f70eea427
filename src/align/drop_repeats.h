// Passages of phrases that two texts repeat: where there are many, each place a few times, not each with each.
#pragma once

#include <cstddef>
#include <vector>

#include "align/word_spans.h"

namespace textkin::align {

// Up to so many passages of a pair of texts all stay.
constexpr std::size_t kFewPassages = 64;

// Of more than kFewPassages, leaves out those that say nothing new about either text: whose words of the first lie in
// one passage that stays, and those of the second in one. A form of m fields beside one of n that all read alike has
// m n passages, of which m + n stay. Those whose sides are both new come first, with most equal
// words first, and once more without what was taken, so that a phrase that stands twice in both texts (quoted, and not)
// is paired each with each; then those of which one side is new. A run of words that was inside a passage still is, in
// either text. Cost: n log n.
void drop_repeats(std::vector<WordSpans>& passages);

}  // namespace textkin::align
