// EstimatedOverlap: how much two sets share, from the cells in which they agree: all that can be said where an index
// keeps no more than cells (--store none, decision 78).
//
// Cells of 8 bits agree with the probability J + (1 - J) / 256. The interval of the similarity is Clopper-Pearson's of
// that, so that it holds the truth with the stated confidence or more, whatever that is. Sizes are known exactly, so
// the interval is one of whole numbers of shared features, from which each measure follows. Cost: 3 us.
#pragma once

#include <cstdint>

namespace textkin::engine::index {

struct EstimatedOverlap {
  std::uint32_t shared = 0;  // most likely
  std::uint32_t least = 0;   // of the interval
  std::uint32_t most = 0;
};

// Of `agreeing` of archive::kCells cells.
EstimatedOverlap estimated_overlap(std::uint32_t agreeing, std::uint64_t size_a, std::uint64_t size_b,
                                   double confidence);

}  // namespace textkin::engine::index
