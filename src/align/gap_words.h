// GapWords: single words that are the same, in order, between two pieces of a passage.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "align/common_runs.h"

namespace textkin::align {

// Threads: one each; keeps 2 MB.
class GapWords {
 public:
  // Longer gaps, in words of one side times those of the other, hold no three equal words in a row that would make a
  // piece; nothing in them is looked at.
  static constexpr std::size_t kMostCells = 1u << 20;

  // Replaces `out` by (place in a, place in b), ascending, of a longest common subsequence; of it only words from which
  // one comes to an end of the gap over steps of at most `near` words of either side.
  void find(Words a, Words b, std::uint32_t near, std::vector<std::pair<std::uint32_t, std::uint32_t>>& out);

 private:
  std::vector<std::uint16_t> longest_;
};

}  // namespace textkin::align
