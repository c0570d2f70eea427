// textkin dedup: clusters, survivors, a clean copy, and an audit row for each removed document.
#pragma once

#include <string>

#include "engine/options.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine {

struct DedupOptions {
  std::string output = "-";  // KEPT: a file, "-", or a folder (ends in '/' or is one): shards stay shards
  std::string keep = "first";
  std::string removed;   // --removed FILE.jsonl; empty: none
  std::string clusters;  // --clusters FILE.tsv
  std::string copy_to;   // --copy-to DIR
  std::string report;    // --report FILE.html; written with `check` too
  bool annotate = false;
  bool check = false;  // nothing is written but --report, --stats and --problems
};

// stats.removed tells whether anything was, or with `check` would be, removed.
Result<RunStats> dedup(const RunOptions& options, const DedupOptions& outputs, Progress& progress);

}  // namespace textkin::engine
