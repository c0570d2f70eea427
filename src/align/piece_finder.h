// PieceFinder: which words of a passage are the same on both sides, one to one, in whatever order they stand.
//
// Greedy string tiling (Wise 1993, String similarity via greedy string tiling and running Karp-Rabin matching): the
// longest run of equal words becomes a piece, then the longest of what is left, down to kLeastTile words; of equally
// long ones that which lies nearest to its own place. A word at the end of a piece goes to the pieces behind it where
// both of them begin with it and it stands free before them on their other sides: sentences that were moved begin
// alike. Between two pieces that are neighbours on both sides single words count too, by a longest common subsequence,
// as long as at most kNear others stand between one and the next: a word far from all that is equal is so by chance. So
// no word is in two pieces, and pieces that cross were moved.
//
// Words are weighed (textkin/word_weight.h): single characters of a script without spaces count from a word's weight of
// them on.
//
// Runs of which a word stands at more than kMostPlaces places are paired with the nearest one alone. Threads: one
// each. Cost: n log n of the passage's words as a rule. Memory, kept: 16 bytes a word of the shorter side, and 12 a run
// that both have, of which there are a quarter of the words at most; in texts that repeat themselves as many as words.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "align/common_runs.h"
#include "align/common_words.h"
#include "align/gap_words.h"
#include "align/word_grams.h"
#include "align/word_spans.h"
#include "textkin/passage.h"

namespace textkin::align {

class PieceFinder {
 public:
  static constexpr std::uint32_t kLeastTile = 3;
  static constexpr std::uint32_t kNear = 3;

  // Appends the pieces of a passage of the texts `a` and `b` to `out`, ascending by a_first_word, and returns their
  // words. Two pieces that follow each other on both sides are one. `runs`, where they are given, are all that both
  // texts share, as Aligner::shared_runs(): then the passage need not be searched for them.
  std::uint32_t find(Words a, Words b, const WordSpans& passage, std::vector<Piece>& out,
                     std::span<const CommonRun> runs = {});

 private:
  std::size_t most_runs() const { return 64 + (a_.size() + b_.size()) / 4; }
  void search_runs(std::uint32_t least);
  bool take_runs(std::span<const CommonRun> runs, const WordSpans& passage, std::uint32_t least);
  void add_runs(std::uint32_t least, bool nearest_only);
  void tile(std::uint32_t least);
  void sort_tiles();
  void give_back();
  void fill_gaps();
  void fill(const CommonRun& before, std::uint32_t a_end, std::uint32_t b_end);
  void append(const WordSpans& passage, std::vector<Piece>& out);

  Words a_;  // of the passage
  Words b_;
  WordGrams grams_;
  std::vector<CommonRun> runs_;  // a heap
  std::vector<bool> used_a_;
  std::vector<bool> used_b_;
  std::vector<CommonRun> tiles_;
  std::vector<std::uint32_t> in_b_;  // numbers of tiles by their place in b
  std::vector<std::uint32_t> rank_;  // of each tile there
  bool all_whole_ = true;
  GapWords gap_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> in_gap_;
  std::vector<std::uint64_t> whole_a_;
  std::vector<std::uint64_t> whole_b_;
};

}  // namespace textkin::align
