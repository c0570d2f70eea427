// Groups of runs that are near each other in both texts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/common_runs.h"
#include "align/placed_words.h"

namespace textkin::align {

// The connected components of runs of which one is at most `gap` characters from the next on both sides (overlapping
// counts as 0), by their first run; each component's runs in order. `runs` is sorted by (a, b).
std::vector<std::vector<CommonRun>> clusters_by_gap(const PlacedWords& a, const PlacedWords& b,
                                                    std::span<const CommonRun> runs, std::uint32_t gap);

}  // namespace textkin::align
