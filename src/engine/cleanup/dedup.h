// textkin dedup: alike documents found, decided about, and written: clusters, survivors, a clean copy, and a reason for
// each removed document. `textkin cluster` does the same from the middle on.
#pragma once

#include <string>

#include "engine/cleanup/dedup_options.h"
#include "engine/find/search_goal.h"
#include "engine/run/options.h"
#include "engine/write/results.h"
#include "store/manifest.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine::cleanup {

// `needed`: the least that the run directory must hold; `want`: what the join was or is to be asked for.
Result<RunStats> clean_up(const std::string& command, const run::RunOptions& options, const DedupOptions& outputs,
                          find::PairsWanted want, store::Stage needed, write::Results& results, Progress& progress);

// stats.removed tells whether anything was, or with `check` would be, removed.
Result<RunStats> dedup(const run::RunOptions& options, const DedupOptions& outputs, write::Results& results,
                       Progress& progress);

}  // namespace textkin::engine::cleanup
