// sketch_all: the signatures of a whole collection by any sketch of the catalogue, in memory, and its documents.
//
// For searches that need no bands: SimHash and its Hamming distances, distances of all pairs by sketch alone.
// Memory: twice 4 bytes a word and 4 a document, beside what any run needs (memory_shares.h); refused with what would
// do where --memory is less. Feature sets stay (each ascending) where they fit their share, so that feature_sources()
// need not read again. Results do not depend on threads, blocks or memory.
#pragma once

#include "engine/read/collection.h"
#include "engine/read/weighted_sets.h"
#include "engine/run/read_options.h"
#include "textkin/progress.h"
#include "textkin/signature_block.h"
#include "textkin/sketch_options.h"
#include "textkin/status.h"

namespace textkin::engine::read {

struct Sketched {
  Collection collection;
  std::uint64_t spilled_bytes = 0;
  SignatureBlock signatures;                                     // row i is document i
  std::shared_ptr<const text::DocumentFrequencies> frequencies;  // for kTfIdf only
};

// A run directory cannot be named: nothing would be taken up from it (kInvalidArgument). With a weighting, which is not
// for multisets, features have the weights that weighted_sets() gives them: tf-idf reads every text twice, and holds
// the document frequencies of all features.
Result<Sketched> sketch_all(const run::Reading& reading, const SketchOptions& sketch, Progress& progress,
                            Weighting weighting = Weighting::kNone);

}  // namespace textkin::engine::read
