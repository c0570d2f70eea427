// SearchRun: the alike documents of a collection, every pair verified on the exact feature sets.
//
// This is the pipeline that `pairs` and `dedup` share: read -> choose a method -> identical documents -> candidates ->
// verified pairs.
#pragma once

#include <memory>
#include <vector>

#include "engine/find/found_pairs.h"
#include "engine/find/search_goal.h"
#include "engine/read/collection.h"
#include "engine/run/journal.h"
#include "engine/run/options.h"
#include "engine/run/stage_clock.h"
#include "textkin/keep.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine::find {

struct SearchRun {
  read::Collection collection;
  std::unique_ptr<run::Journal> journal;
  KeepOrder order;
  FoundPairs found;
  RunStats stats;                           // all but what the command itself adds
  std::vector<std::uint64_t> similarities;  // of the pairs, where bands found them: SimilarityCounts::steps()

  // The statistics with what was spilled so far.
  RunStats all_stats() const;
};

// In a run directory that is kept it goes on from what a former run left there.
Result<SearchRun> find_similar(const run::SettledRun& run, const SearchGoal& goal, Progress& progress,
                               run::StageClock& clock);

// The first pass only, for a later find_similar() in the same run directory: what was read, as statistics.
Result<SearchRun> sketch_only(const run::SettledRun& run, const SearchGoal& goal, Progress& progress,
                              run::StageClock& clock);

}  // namespace textkin::engine::find
