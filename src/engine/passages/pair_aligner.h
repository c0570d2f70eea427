// PairAligner: the passages of one pair of documents after the other, what is excluded left out.
#pragma once

#include <span>
#include <vector>

#include "align/aligner.h"
#include "align/own_passages.h"
#include "engine/passages/found_passages.h"
#include "engine/passages/passage_options.h"
#include "engine/passages/placed_texts.h"
#include "textkin/passage.h"

namespace textkin::engine::passages {

// Holds the passages that it found, and with PassagesOptions::totals what each pair's come to; without, only passages
// that count, their ends trimmed to words that count. Threads: one each.
class PairAligner {
 public:
  // All must outlive it. `common`: what is left out besides what the texts show by themselves. `memory`: for texts, and
  // as much again for passages.
  PairAligner(const PassagesOptions& wanted, const FoundPassages& found, const align::CommonPassages& common,
              std::uint64_t memory);

  // Errors: kBadInput for a text that changed, kExhausted with what would do where there are too many passages.
  Status align(DocId a, DocId b, std::vector<align::Seed>& seeds);
  // The same from the passages of one pair, which were found without `common`.
  Status cut(std::span<const Passage> passages);

  std::uint64_t candidates() const { return candidates_; }
  void move_to(FoundPassages& found);

 private:
  Status keep(DocId a, DocId b, const WordColumns& in_a, const WordColumns& in_b);

  const bool totals_;
  const std::uint64_t limit_;  // --memory
  const std::uint64_t most_bytes_;
  PlacedTexts texts_;
  align::Aligner aligner_;
  align::OwnPassages own_;
  std::vector<align::WordSpans> spans_;
  std::vector<Passage> passages_;
  std::vector<PassagePair> pairs_;
  std::uint64_t candidates_ = 0;
};

}  // namespace textkin::engine::passages
