// PairAligner: the passages of one pair of documents after the other, what is excluded left out.
#pragma once

#include <span>
#include <vector>

#include "engine/passages/found_passages.h"
#include "engine/passages/passage_memory.h"
#include "engine/passages/passage_options.h"
#include "engine/passages/placed_texts.h"
#include "engine/passages/text_aligner.h"
#include "textkin/passage.h"

namespace textkin::engine::passages {

// Holds the passages that it found, and with PassagesOptions::totals their pieces and what each pair's come to;
// without, only passages that count, their ends trimmed to words that count. Threads: one each.
class PairAligner {
 public:
  // All must outlive it, and `alone` and `rooms` are shared by all threads. `common`: what is left out besides what the
  // texts show by themselves. `memory`: for texts.
  PairAligner(const PassagesOptions& wanted, const FoundPassages& found, const align::CommonPassages& common,
              std::uint64_t memory, std::shared_mutex& alone, PairRooms& rooms);

  // Passages for which there is no room are only counted, and so are pairs: check `rooms` at the end. Errors: kBadInput
  // for a text that changed.
  Status align(DocId a, DocId b, std::vector<align::Seed>& seeds);
  // The same from the passages of one pair, which were found without `common`.
  Status cut(std::span<const Passage> passages);

  std::uint64_t candidates() const { return candidates_; }
  void move_to(FoundPassages& found);

 private:
  // Calls body(bytes that are left) with the pair's texts asked for; it returns 0, or how many it needs. Then it is
  // called again with all that there may be.
  template <class Body>
  Status with_room(DocId a, DocId b, Body body);
  void free();
  Status meet_too_large(DocId a, DocId b, std::uint64_t bytes);
  Status keep(DocId a, DocId b, const WordColumns& in_a, const WordColumns& in_b);

  const read::Collection& collection_;
  const bool totals_;
  const std::uint64_t most_bytes_;
  const bool programs_;
  PlacedTexts texts_;
  TextAligner aligner_;
  std::shared_mutex& alone_;
  PairRooms& rooms_;
  std::vector<Piece> pieces_;  // without totals: of the latest passage
  std::vector<Passage> passages_;
  std::vector<PassagePair> pairs_;
  std::uint64_t candidates_ = 0;
};

}  // namespace textkin::engine::passages
