// Seeds for texts that repeat themselves, so that no repetition hides a shared run.
#pragma once

#include <cstdint>
#include <vector>

#include "align/common_runs.h"

namespace textkin::align {

// Beyond so many places in one text, where a run of words stands does not tell what it belongs to.
constexpr std::size_t kMostPlaces = 16;

// Whether a place of either text is in kMostPlaces seeds or more: then others may have been left out.
bool is_repetitive(std::vector<Seed>& seeds);

// Appends seeds such that each run of `length` words that both texts hold is in a common run around a seed: with each
// of its places in the other text, or, where it has more than kMostPlaces places in one of them, with at least one.
// Cost: the words, times `length`, and sorting; the seeds are at most kMostPlaces a word.
void add_repeated_runs(Words a, Words b, std::uint32_t length, std::vector<Seed>& seeds);

}  // namespace textkin::align
