// CodeTiles: passages of two programs, which are runs of equal tokens and nothing looser.
//
// Tokens are few kinds: `id . id ( id ) ;` stands everywhere, so that runs of three of them near each other, which
// carry a passage of prose over its edits, join any two programs of one task into one passage. Here a passage is made
// of tiles: greedy string tiling (Wise 1993; Prechelt, Malpohl, Philippsen, Finding Plagiarisms among a Set of Programs
// with JPlag, 2002) down to `least` tokens in a row, the longest first, no token of either program in two. Tiles that
// follow each other in both programs with at most kMostBetween tokens between them are one passage: a statement was put
// in or changed. Statements that were moved are passages of their own. Where a repeated run stands in more than
// kMostPlaces places, the first of them are tried. Threads: one each. Cost: n log n of the tokens. Memory: 16 bytes a
// token of both, and what `most` allows for runs.
#pragma once

#include <cstdint>
#include <vector>

#include "align/common_runs.h"
#include "align/counted_words.h"
#include "align/placed_words.h"
#include "align/word_grams.h"
#include "align/word_spans.h"

namespace textkin::align {

class CodeTiles {
 public:
  static constexpr std::uint32_t kMostBetween = 6;
  static constexpr std::uint32_t kLeastExcluded = 5;  // tokens of a tile that does not count

  // Replaces `out` by the passages, sorted by (a_begin, b_begin). A tile counts on both sides throughout, or on one
  // side nowhere. Always indexes a.grams and b.grams, where they are, by runs of `least` or leaves them. Bytes as
  // Aligner::align returns them: 0, or what runs would take that are more than `most`.
  std::uint64_t find(const PlacedWords& a, const PlacedWords& b, const CountedWords& a_counted,
                     const CountedWords& b_counted, std::uint32_t least, std::vector<WordSpans>& out,
                     std::uint64_t most = ~std::uint64_t{0});

 private:
  // The part of a run that is uniform.
  struct Part {
    CommonRun run;
    bool counts;
  };
  void split(const CommonRun& run, const CountedWords& a_counted, const CountedWords& b_counted, std::uint32_t least);
  void push(const Part& part);
  void tile(std::uint32_t least);
  void chain(std::vector<WordSpans>& out);

  std::vector<Seed> seeds_;
  std::vector<CommonRun> runs_;
  std::vector<Part> parts_;  // a heap
  std::vector<Part> tiles_;
  std::vector<bool> used_a_;
  std::vector<bool> used_b_;
  WordGrams in_a_;
  WordGrams in_b_;
};

}  // namespace textkin::align
