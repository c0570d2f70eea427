// textkin decontaminate: documents of INPUT that share an n-gram, or a passage, with a test set, told, and taken out,
// marked or cut.
//
// The index stands on the test sets, which fit in memory; INPUT streams by. Exact: by n-grams a document is meant if
// and only if it has one of an item word for word, after what the TextSpec makes equal; by passages if and only if
// find_passages() finds one between the two where nothing is common. Under LeakAction::kCut no document that comes out
// has one, at a seam neither: one that would goes as a whole.
#pragma once

#include "engine/leaks/leak_options.h"
#include "engine/run/read_options.h"
#include "engine/write/results.h"
#include "textkin/leak_stats.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::contamination {

// kInvalidArgument where --against is missing, where a file is on both sides, for n-grams that have no spelling and
// passages that cannot be, and where what is compared cannot be cut or marked;
// kExhausted where the test sets do not fit in their part of --memory; kMismatch and kBadInput of a run directory that
// was made otherwise, or is damaged.
Result<LeakStats> decontaminate(const run::ReadOptions& asked, const leaks::LeakOptions& wanted,
                                write::Results& results, Progress& progress);

}  // namespace textkin::engine::contamination
