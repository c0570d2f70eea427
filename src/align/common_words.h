// CommonWords: the length of the longest common subsequence of two runs of words.
//
// Bit-parallel (Hyyro 2004, Bit-parallel LCS-length computation revisited): |a| |b| / 64 steps, after equal words at
// both ends are set aside. Threads: one each; keeps scratch memory of 16 bytes a word of a.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "align/common_runs.h"

namespace textkin::align {

class CommonWords {
 public:
  std::uint32_t count(Words a, Words b);

 private:
  std::vector<std::pair<std::uint64_t, std::uint32_t>> places_;  // (word of a, place), sorted
  std::vector<std::uint64_t> row_;
  std::vector<std::uint64_t> matches_;
};

}  // namespace textkin::align
