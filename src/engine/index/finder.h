// Finder: which documents of an index are alike to a set of features: candidates by keys, each verified on its text.
//
// A document of 64 features or more becomes a candidate where it agrees with the set in one of 32 bands, each of as
// many rows as the threshold and the recall that is asked for allow. A shorter one becomes one wherever it shares one
// of so many features that every alike set must share one of them (Chaudhuri et al. 2006): those are found for certain.
// Where a band's key is that of very many documents (a template), more rows of that band are asked for, and where all
// eight are too few, the band is left out; the recall that is stated is that of the rows that were really asked, times
// the share that was found where a sample of what was left out says how many more are alike (left_out.h).
//
// The `top` most alike are looked for with 8 rows of each band, then 7, and so on: each step finds what the one before
// it found, and more that is less alike. It ends where the recall at the similarity of the last of them is what was
// asked for, at the latest where all alike documents would be asked for. A document D that is more alike than the last
// one shown is then missed with at most the probability that it is missed by the step that serves D's own similarity,
// which was done: so the recall that is stated holds whatever decided where it ended.
//
// Where the index keeps no more than cells (a question with a confidence), a candidate is a match unless its interval
// lies below the threshold. What is missed is missed by the bands or by the interval, so half of what the recall leaves
// goes to each: bands are asked for (1 + recall) / 2. The `top` are then the greatest estimates of all that was found,
// since no estimate says where to end.
//
// Promise: every match is at or above the threshold by the exact measure, but for those estimates. An alike document is
// found with probability recall at least, over the draw of the sketch's hashes. Ownership: `archive` and the law's
// owner must outlive it. Threads: one Finder a thread. Cost: some 50 us, and 10 us a candidate of 2 KB.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "archive/band_keys.h"
#include "archive/document_source.h"
#include "engine/index/left_out.h"
#include "engine/index/question.h"
#include "engine/index/verifier.h"
#include "join/measures/threshold.h"
#include "textkin/collision_law.h"
#include "textkin/feature_set.h"
#include "textkin/shingler.h"
#include "textkin/signature_block.h"
#include "textkin/sketcher.h"
#include "textkin/status.h"

namespace textkin::engine::index {

// The most rows of a band with which a pair at that Jaccard similarity is met as often as `recall` says; 1 where none
// are.
std::uint32_t rows_for(const CollisionLaw& law, double similarity, double recall);

class Finder {
 public:
  Finder(const archive::DocumentSource& archive, const CollisionLaw& law, const Question& question,
         std::unique_ptr<Shingler> shingler);

  // `set` ascends; `cells` are its signature.
  Status find(FeatureView set, SignatureView cells, Answer& out);

  // Rows of a band that are few enough for the recall: 1 to 8.
  std::uint32_t rows() const { return rows_; }

 private:
  bool may_be_short(std::size_t size) const;
  bool may_be_long(std::size_t size) const;
  Status ask_bands(FeatureView set, SignatureView cells, Answer& out);
  Status begin_bands(SignatureView cells);
  Status ask_band(std::uint32_t number, std::uint32_t rows);
  Result<std::uint64_t> look_up(std::uint32_t band, std::uint32_t rows);  // into stretches_
  Status verify_new(FeatureView set, Answer& out);
  Status verify(FeatureView set, DocId number, Answer& out);
  Status count_left_out(FeatureView set, Answer& out);
  Result<std::uint64_t> look_at_left_out(FeatureView set, std::uint64_t records, Answer& out);
  archive::BandKeys keys_of_verified();
  bool counts(const Match& match, std::size_t size, const Answer& answer) const;
  double recall_at(double similarity) const;
  void keep_greatest_estimates(std::uint64_t size, Answer& out) const;
  bool estimates() const { return question_.confidence > 0; }

  const archive::DocumentSource& archive_;
  const CollisionLaw& law_;
  Question question_;
  std::uint64_t top_estimates_ = 0;  // of an answer; 0: all, or there are none
  Verifier verifier_;
  std::uint32_t rows_;

  // Scratch.
  struct Band {
    std::uint64_t key = 0;
    std::uint32_t rows = 0;       // that it was asked with; 0: not yet
    std::uint64_t documents = 0;  // that it then gave
    bool empty = false;           // with as few rows as it may be asked with
    bool hot = false;             // with one row less it would give too many
  };
  std::array<Band, archive::kBands> bands_;
  std::array<archive::KeyLists::Expected, archive::kBands> expected_;
  join::Threshold least_;          // of a match that still counts
  std::vector<DocId> candidates_;  // to be verified
  std::vector<DocId> looked_at_;   // ascending
  std::vector<archive::Stretch> stretches_;
  LeftOut left_out_;
  std::unique_ptr<Sketcher> sketcher_;  // made when something was left out
  FeatureBlock sketched_;
  SignatureBlock signature_;
};

}  // namespace textkin::engine::index
