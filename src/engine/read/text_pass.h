// read_texts: one pass over the texts of a collection, for commands that look at texts and not at shingle sets.
#pragma once

#include "engine/read/block_visitor.h"
#include "engine/read/collection.h"
#include "engine/run/problem_log.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::read {

// `collection` is open and in no run directory. What it leaves is known of all documents: ids, places, sizes. Problems
// are counted, shown, and written where `problems` says. Documents' ids must differ, as
// everywhere. Errors: as BlockPass's; kExhausted where the memory has no room for the table of documents.
Status read_texts(Collection& collection, const run::ProblemsTo& problems, BlockVisitor& visitor, Progress& progress);

}  // namespace textkin::engine::read
