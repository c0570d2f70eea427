// Groups of runs that are near each other in both texts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/common_runs.h"
#include "align/placed_words.h"

namespace textkin::align {

struct RunClusters {
  std::vector<CommonRun> runs;       // those of the first, of the second, ...
  std::vector<std::uint32_t> begin;  // where each begins among them, and the end of the last

  std::size_t size() const { return begin.size() - 1; }
  std::span<const CommonRun> operator[](std::size_t i) const {
    return std::span(runs).subspan(begin[i], begin[i + 1] - begin[i]);
  }
};

// The connected components of runs of which one is at most `gap` characters from the next on both sides (overlapping
// counts as 0), by their first run; each component's runs in order. `runs` is sorted by (a, b). Cost: the runs, and the
// pairs that are near; 40 bytes a run.
RunClusters clusters_by_gap(const PlacedWords& a, const PlacedWords& b, std::span<const CommonRun> runs,
                            std::uint32_t gap);

}  // namespace textkin::align
