// Verifier: whether a document of an index is alike to a set of features, by its text.
//
// What is known without reading it (its size, whether it is there) is looked at first. Promise: the exact measure
// decides; where the index keeps no more than cells, the question has a `confidence`, and a match is what an interval
// of that may hold (estimated_overlap.h). Ownership: `archive` must outlive it. Threads: one each. Cost: some 10 us for
// 2 KB, and none for a document that is not there any more, or whose size alone says no.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "archive/band_keys.h"
#include "archive/document_source.h"
#include "engine/index/question.h"
#include "textkin/feature_set.h"
#include "textkin/shingler.h"
#include "textkin/status.h"

namespace textkin::engine::index {

class Verifier {
 public:
  Verifier(const archive::DocumentSource& archive, std::unique_ptr<Shingler> shingler)
      : archive_(archive), shingler_(std::move(shingler)) {}

  // Reads what is known of a document; false where answers to `question` are not about it.
  Result<bool> take_up(DocId number, const Question& question);
  std::uint32_t size() const { return entry_.size; }  // of its set

  // Cells of the set that is compared next, where estimates are asked for.
  void ask(const archive::BandKeys& cells, double confidence) {
    asked_ = cells;
    confidence_ = confidence;
  }

  // Of the document that was taken up: adds it to the matches where it is as alike as `least`, and counts what was
  // done. `set` ascends, and is `part`.
  Status compare(FeatureView set, const join::Threshold& least, join::Part part, Answer& out);

  // Of the text that was read last.
  const std::vector<Feature>& features() const { return features_; }
  // The same where estimates are asked for, of a document of kShort features or more.
  const archive::BandKeys& cells() const { return cells_; }

 private:
  // Of cells_.
  void estimate(std::uint64_t size, std::uint64_t needed, Answer& out) const;

  const archive::DocumentSource& archive_;
  std::unique_ptr<Shingler> shingler_;
  DocId number_ = kNoDoc;
  archive::Entry entry_;
  std::string text_;
  std::vector<Feature> features_;
  archive::BandKeys asked_{};
  archive::BandKeys cells_{};
  double confidence_ = 0;
};

}  // namespace textkin::engine::index
