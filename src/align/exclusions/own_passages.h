// OwnPassages: passages cut so that only what would be found without the excluded words counts.
//
// Two texts with the same template and other answers share long passages in which the answers lie like changed words;
// two that quote the same speech share it, and a word or two around it by chance. So the words of a passage that count
// are aligned once more, by the same rules, as if the excluded ones were not there.
#pragma once

#include <cstdint>
#include <vector>

#include "align/aligner.h"
#include "align/counted_words.h"

namespace textkin::align {

// Threads: one each.
class OwnPassages {
 public:
  explicit OwnPassages(const AlignSpec& spec);

  // Replaces each of `passages` (as Aligner::align gives them) that holds excluded words by
  //   - the passages of its words that count, with the excluded words within and beside them, and
  //   - runs of 5 equal words or more in which the words of one side at least are all excluded.
  // A passage stays as it is where all its words that count are the same on both sides, and as many as the guarantee or
  // all that both texts have. Sorted as before. Cost: as aligning those words, and sorting.
  void cut(const PlacedWords& a, const PlacedWords& b, const CountedWords& a_counted, const CountedWords& b_counted,
           std::vector<WordSpans>& passages);

 private:
  // The words of a stretch that count, as if they stood one behind the other.
  struct Own {
    std::vector<std::uint64_t> words;
    std::vector<std::uint32_t> begin;
    std::vector<std::uint32_t> end;
    std::vector<std::uint32_t> number;  // in the whole text

    void set(const PlacedWords& text, const CountedWords& counted, std::uint32_t from, std::uint32_t to);
    PlacedWords view() const { return {words, begin, end}; }
  };

  void add_own(const CountedWords& a_counted, const CountedWords& b_counted, const WordSpans& passage);
  void add_excluded(const PlacedWords& a, const PlacedWords& b, const CountedWords& a_counted,
                    const CountedWords& b_counted, const WordSpans& passage);

  AlignSpec spec_;
  Aligner aligner_;
  WordGrams in_a_;
  WordGrams in_b_;
  Own own_a_;
  Own own_b_;
  std::vector<Seed> seeds_;
  std::vector<CommonRun> runs_;
  std::vector<WordSpans> found_;
  std::vector<WordSpans> out_;
};

}  // namespace textkin::align
