// textkin sketch, join and cluster: what `dedup` does, one stage after another, in one run directory. Each takes up
// what the one before it left there, so that they may run at different times and, stage by stage, on different
// machines.
#pragma once

#include <string>
#include <vector>

#include "engine/cleanup/dedup_options.h"
#include "engine/run/options.h"
#include "engine/write/results.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine::cleanup {

enum class JoinFor { kDedup, kPairs };

// Reads INPUT and leaves documents and band records in options.limits.run_dir. `keep` matters where the rule looks at a
// field.
Result<RunStats> sketch(const run::RunOptions& options, const std::string& keep, write::Results& results,
                        Progress& progress);

// Finds and verifies pairs: those that the keep rule needs, or all of them. Needs what sketch() leaves.
Result<RunStats> join(const run::RunOptions& options, JoinFor purpose, const std::string& keep, write::Results& results,
                      Progress& progress);

// Decides who stays and writes what dedup() writes. Needs what join() leaves.
Result<RunStats> cluster(const run::RunOptions& options, JoinFor purpose, const DedupOptions& outputs,
                         write::Results& results, Progress& progress);

// The options that a run directory was made with, as one would type them: "--name=value", and inputs as they stand.
Result<std::vector<std::string>> recorded_arguments(const std::string& run_dir);

}  // namespace textkin::engine::cleanup
