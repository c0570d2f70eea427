// Runs that follow one another in both texts: what two texts have in common if nothing was moved.
#pragma once

#include <span>
#include <vector>

#include "align/common_runs.h"

namespace textkin::align {

// Of runs sorted by a, those with most words together of which each begins in both texts where the one before it has
// ended, or later. Cost: n log n; 24 bytes a run meanwhile.
std::vector<CommonRun> runs_in_order(std::span<const CommonRun> runs);

}  // namespace textkin::align
