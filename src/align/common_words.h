// CommonWords: the length of the longest common subsequence of two runs of words.
//
// A word that weighs less than a whole one (textkin/word_weight.h) is as many others as weigh a whole one with it,
// itself the first: single characters of an alphabet are equal in order in any two texts. So of a run of them the last
// few have no equal. Bit-parallel (Hyyro 2004, Bit-parallel LCS-length computation revisited): |a| |b| / 64 steps,
// after equal words at both ends are set aside. Threads: one each; keeps scratch memory of 16 bytes a word of a.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "align/common_runs.h"

namespace textkin::align {

// Each word of `words`, a light one as what it is compared by.
void whole_words(Words words, std::vector<std::uint64_t>& out);

class CommonWords {
 public:
  std::uint32_t count(Words a, Words b);

 private:
  std::uint32_t count_whole(Words a, Words b);

  std::vector<std::uint64_t> whole_a_;
  std::vector<std::uint64_t> whole_b_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> places_;  // (word of a, place), sorted
  std::vector<std::uint64_t> row_;
  std::vector<std::uint64_t> matches_;
};

}  // namespace textkin::align
