// sketch_all: the signatures of a whole collection by any sketch of the catalogue, in memory, and its documents.
//
// For searches that need no bands: SimHash and its Hamming distances, distances of all pairs by sketch alone.
// Memory: twice 4 bytes a word and 4 a document, beside what any run needs (memory_shares.h); refused with what would
// do where --memory is less. Feature sets stay (each ascending) where they fit their share, so that feature_sources()
// need not read again. Results do not depend on threads, blocks or memory.
#pragma once

#include "engine/collection.h"
#include "engine/options.h"
#include "textkin/progress.h"
#include "textkin/signature_block.h"
#include "textkin/status.h"

namespace textkin::engine {

struct Sketched {
  Collection collection;
  SignatureBlock signatures;  // row i is document i
};

// `options` must be resolved; sketch, hashes and seed name the sketch. A run directory cannot be named: nothing would
// be taken up from it (kInvalidArgument).
Result<Sketched> sketch_all(const RunOptions& options, Progress& progress);

}  // namespace textkin::engine
