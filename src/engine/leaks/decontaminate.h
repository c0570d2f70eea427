// textkin decontaminate: documents of INPUT that share an n-gram with a test set, taken out and told.
//
// The index stands on the test sets, which fit in memory; INPUT streams by. Exact: a document goes if and only if it
// has an n-gram of an item word for word, after what the TextSpec makes equal.
#pragma once

#include <string>

#include "engine/run/read_options.h"
#include "engine/write/results.h"
#include "textkin/leak_stats.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::leaks {

struct LeakOptions {
  std::string output = "-";  // the documents that stay, as dedup writes them
  std::string removed;       // --removed FILE.jsonl; empty: none
  std::string leaks;         // --leaks FILE.tsv
  bool check = false;        // nothing is written but --removed, --leaks, --stats and --problems
};

// kInvalidArgument where --against is missing, where a file is on both sides, and for n-grams that have no spelling;
// kExhausted where the test sets do not fit in a quarter of --memory.
Result<LeakStats> decontaminate(const run::ReadOptions& asked, const LeakOptions& wanted, write::Results& results,
                                Progress& progress);

}  // namespace textkin::engine::leaks
