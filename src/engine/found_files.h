// The files of a run directory that hold what a search found: `identical` and pairs-NNNNNN (docs/format.md).
#pragma once

#include <span>

#include "engine/found.h"
#include "engine/journal.h"
#include "textkin/status.h"

namespace textkin::engine {

Status write_identical(Journal& journal, const Found& found);
Status write_pairs(Journal& journal, std::span<const VerifiedPair> pairs, const join::ResolveCounts& counts);

// Adds what a file holds. kBadInput where it speaks of documents that there are not.
Status take_up_identical(const store::BlockFile& file, DocId documents, Found& found);
Status take_up_pairs(const Journal::File& file, DocId documents, Found& found);

}  // namespace textkin::engine
