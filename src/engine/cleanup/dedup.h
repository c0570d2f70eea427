// textkin dedup: alike documents found, decided about, and written: clusters, survivors, a clean copy, and a reason for
// each removed document. `textkin cluster` does the same from the middle on.
#pragma once

#include <string>

#include "cluster/keep_policy.h"
#include "engine/cleanup/dedup_options.h"
#include "engine/find/search_run.h"
#include "engine/run/options.h"
#include "store/manifest.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine::cleanup {

// A keep rule as it was typed and as it is meant.
struct KeepRule {
  std::string typed;
  cluster::KeepPolicy policy;

  // What a search is for under this rule; it must outlive the purpose.
  find::SearchGoal purpose(find::PairsWanted want) const;
};

// Also has `options` keep the field that the rule looks at.
Result<KeepRule> parse_keep_rule(const std::string& typed, run::RunOptions& options);

// `needed`: the least that the run directory must hold.
Result<RunStats> clean_up(const std::string& command, const run::RunOptions& options, const DedupOptions& outputs,
                          find::PairsWanted want, store::Stage needed, Progress& progress);

// stats.removed tells whether anything was, or with `check` would be, removed.
Result<RunStats> dedup(const run::RunOptions& options, const DedupOptions& outputs, Progress& progress);

}  // namespace textkin::engine::cleanup
