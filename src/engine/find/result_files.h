// The files of a run directory that hold what a search found: `identical` and pairs-NNNNNN (docs/format.md).
#pragma once

#include <span>

#include "engine/find/found_pairs.h"
#include "engine/run/journal.h"
#include "join/sets/verify_counts.h"
#include "textkin/status.h"

namespace textkin::engine::find {

Status write_identical(run::Journal& journal, const FoundPairs& found);
Status write_pairs(run::Journal& journal, std::span<const VerifiedPair> pairs, const join::VerifyCounts& counts);

// Adds what a file holds. kBadInput where it speaks of documents that there are not.
Status take_up_identical(const store::BlockFile& file, DocId documents, FoundPairs& found);
Status take_up_pairs(const run::Journal::File& file, DocId documents, FoundPairs& found);

}  // namespace textkin::engine::find
