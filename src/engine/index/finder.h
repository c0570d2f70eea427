// Finder: which documents of an index are alike to a set of features: candidates by keys, each verified on its text.
//
// A document of 64 features or more becomes a candidate where it agrees with the set in one of 32 bands, each of as
// many rows as the threshold and the recall that is asked for allow. A shorter one becomes one wherever it shares one
// of so many features that every alike set must share one of them (Chaudhuri et al. 2006): those are found for certain.
// Where a band's key is that of very many documents (a template), more rows of that band are asked for, and where all
// eight are too few, the band is left out; the recall that is stated is that of the rows that were really asked.
//
// Promise: every match is at or above the threshold by the exact measure. An alike document is found with probability
// recall at least, over the draw of the sketch's hashes. Ownership: `archive` and the law's owner must outlive it.
// Threads: one Finder a thread. Cost: some 50 us, and 10 us a candidate of 2 KB.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "archive/band_keys.h"
#include "archive/document_source.h"
#include "engine/index/where.h"
#include "join/measures/threshold.h"
#include "textkin/collision_law.h"
#include "textkin/feature_set.h"
#include "textkin/shingler.h"
#include "textkin/signature_block.h"
#include "textkin/status.h"

namespace textkin::engine::index {

struct Match {
  DocId number = kNoDoc;  // in the index
  std::uint32_t shared = 0;
  std::uint32_t size = 0;
};

// One answer: its matches, in the order of their numbers, and how sure it is that they are all.
struct Answer {
  std::vector<Match> matches;
  double recall = 1;       // of a document that is just at the threshold, at least
  std::uint32_t rows = 0;  // of a band, where no key is hot; 0: no band was asked
  std::uint64_t candidates = 0;
  std::uint64_t verified = 0;   // whose texts were read
  std::uint32_t hot_bands = 0;  // that were asked with more rows, or not at all
  std::uint64_t found = 0;      // matches, where they are given elsewhere
};

// What is looked for.
struct Question {
  join::Threshold threshold;
  double recall = 0.95;
  std::uint64_t sequence = 0;  // as of which
  Where where{};
  std::uint64_t most_of_a_key = 10000;  // documents; a key of more is hot
};

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
  Status ask_features(FeatureView set);
  Status ask_bands(SignatureView cells, Answer& out);
  Status take(const std::vector<archive::Stretch>& stretches);
  Status verify(FeatureView set, DocId number, Answer& out);

  const archive::DocumentSource& archive_;
  const CollisionLaw& law_;
  Question question_;
  std::unique_ptr<Shingler> shingler_;
  std::uint32_t rows_;

  // Scratch.
  struct Counted {
    std::uint64_t documents;
    std::vector<archive::Stretch> at;
  };
  std::vector<DocId> candidates_;
  std::vector<Counted> features_;
  std::vector<archive::Stretch> stretches_;
  archive::Entry entry_;
  std::string text_;
  std::vector<Feature> features_of_text_;
};

}  // namespace textkin::engine::index
