// Clean-up: alike documents found, decided about, and written. What `dedup` does, and `cluster` from the middle on.
#pragma once

#include <string>

#include "cluster/keep_policy.h"
#include "engine/dedup.h"
#include "engine/options.h"
#include "engine/similar.h"
#include "store/manifest.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine {

// A keep rule as it was typed and as it is meant.
struct KeepRule {
  std::string typed;
  cluster::KeepPolicy policy;

  // What a search is for under this rule; it must outlive the purpose.
  Purpose purpose(Want want) const;
};

// Also has `options` keep the field that the rule looks at.
Result<KeepRule> parse_keep_rule(const std::string& typed, RunOptions& options);

// `needed`: the least that the run directory must hold.
Result<RunStats> clean_up(const std::string& command, const RunOptions& options, const DedupOptions& outputs, Want want,
                          store::Stage needed, Progress& progress);

}  // namespace textkin::engine
