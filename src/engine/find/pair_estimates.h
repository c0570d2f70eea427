// PairEstimates: what the sketches of two documents say of their similarity, beside the exact value.
//
// The sketches are those that the search would band: made again of the sets, for the pairs that were found alone. So it
// costs nothing to a run that does not ask. Threads: one. Cost: a set and a sketch for each pair, and one for each
// document a in a row of pairs.
#pragma once

#include <memory>

#include "engine/read/collection.h"
#include "textkin/feature_source.h"
#include "textkin/sketch_options.h"
#include "textkin/sketcher.h"
#include "textkin/status.h"

namespace textkin::engine::find {

class PairEstimates {
 public:
  // `collection` must outlive it.
  static Result<PairEstimates> make(const read::Collection& collection, const SketchOptions& sketch);

  // Of the Jaccard similarity. Fails where a text cannot be read again as it was.
  Result<double> of(DocId a, DocId b);

 private:
  PairEstimates(std::unique_ptr<Sketcher> sketcher, std::unique_ptr<FeatureSource> source)
      : sketcher_(std::move(sketcher)), source_(std::move(source)) {}
  Status sketch(DocId doc, SignatureBlock& out);

  std::unique_ptr<Sketcher> sketcher_;
  std::unique_ptr<FeatureSource> source_;
  FeatureBlock set_;
  SignatureBlock first_;
  SignatureBlock second_;
  DocId sketched_ = kNoDoc;  // whose first_ is
};

}  // namespace textkin::engine::find
