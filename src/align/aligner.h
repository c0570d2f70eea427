// Aligner: seeds that two texts share -> passages: spans of both that were made from each other.
//
// Steps: seeds become maximal runs of equal words; runs of kFineRun words between the same texts join them where there
// is reason to look closer; runs that are at most max_gap characters apart in both texts belong to one passage, in
// whatever order they stand (swapped words and sentences stay together); short runs far out at its ends are dropped,
// and it grows there over single words that differ; a passage whose words are not alike enough is cut again with half
// the gap; what remains is kept if it is long enough, joined where that is one passage to a reader, and of what both
// texts repeat not each is told with each. Guarantee: a run of `guarantee` equal words around a seed is always inside a
// passage; where it has more than kMostPlaces places in a text, or the texts share more than kFewPassages, each place
// is, but not with each of the other text's. Reference: Sanchez-Perez, Sidorov, Gelbukh, The Winning Approach to Text
// Alignment for Text Reuse Detection at PAN 2014 (clustering by gap, adaptive), with exact runs for seeds. Threads: one
// Aligner each. Cost: texts with little in common, their seeds; others, their words and some ms a thousand shared runs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/common_runs.h"
#include "align/common_words.h"
#include "align/loose_ends.h"
#include "align/placed_words.h"
#include "align/word_grams.h"
#include "align/word_spans.h"

namespace textkin::align {

struct AlignSpec {
  std::uint32_t guarantee = 12;    // words
  std::uint32_t max_gap = 50;      // characters
  std::uint32_t min_length = 100;  // characters on both sides, of passages that hold no run of `guarantee` words
};

class Aligner {
 public:
  // Of a vector of seeds that grows, and of one of the runs around them.
  static constexpr std::uint64_t kBytesASeed = 3 * (sizeof(Seed) + sizeof(CommonRun));

  // Runs that carry a passage over its edits: shorter ones are chance, longer ones leave holes in edited text.
  static constexpr std::uint32_t kFineRun = 3;

  // Of longer spans (in words of one side times those of the other: 8,192 each) equal words are counted around the runs
  // that follow one another, not over all of them: the time grows with the words and not with their square.
  static constexpr std::uint64_t kMostCells = 1u << 26;

  explicit Aligner(const AlignSpec& spec) : spec_(spec) {}

  // Replaces `out` by the passages, sorted by (a_begin, b_begin, a_end, b_end); none lies within another on both sides.
  // `seeds` is used up. Memory: 40 bytes a word of both texts, and kBytesASeed for each seed that is found besides.
  // Where those would take more than `most` bytes, nothing is found, `seeds` stays, and the bytes are returned that
  // those of all steps take at most; else 0.
  std::uint64_t align(const PlacedWords& a, const PlacedWords& b, std::vector<Seed>& seeds, std::vector<WordSpans>& out,
                      std::uint64_t most = ~std::uint64_t{0});

  // Of the pair that was aligned last, all runs of equal words that weigh kFineRun whole ones or more, by (a, b); empty
  // where some were left out, because a run of kFineRun words stands in more than kMostPlaces places of a text.
  std::span<const CommonRun> shared_runs() const {
    return all_runs_ ? std::span<const CommonRun>(runs_) : std::span<const CommonRun>();
  }

 private:
  static std::span<const WordGrams::Place> fine_runs(const PlacedWords& text, WordGrams& own);
  // Calls body(places in a, places in b) for each run of kFineRun words that tells where it belongs to.
  template <class Body>
  void for_fine_runs(const PlacedWords& a, const PlacedWords& b, Body body);
  std::uint64_t count_fine_seeds(const PlacedWords& a, const PlacedWords& b);
  std::uint64_t add_fine_runs(const PlacedWords& a, const PlacedWords& b, std::uint64_t most_seeds);
  std::uint32_t equal_in_order(Words a, Words b, std::span<const CommonRun> runs, const WordSpans& spans);
  bool is_told(const WordSpans& spans);
  void cut(const PlacedWords& a, const PlacedWords& b, std::span<const CommonRun> runs, std::uint32_t gap,
           std::vector<WordSpans>& out);

  AlignSpec spec_;
  bool whole_ = true;  // no word of the pair weighs less than a whole one
  std::vector<CommonRun> runs_;
  bool all_runs_ = false;
  std::vector<Seed> fine_;
  std::vector<WordSpans> told_;  // passages that were found and may hold runs that are still to come
  WordGrams in_a_;
  WordGrams in_b_;
  CommonWords common_;
  LooseEnds loose_ends_;
};

}  // namespace textkin::align
