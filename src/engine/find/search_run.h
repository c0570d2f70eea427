// SearchRun: the alike documents of a collection, every pair verified on the exact feature sets.
//
// This is the pipeline that `pairs` and `dedup` share: read -> choose a method -> identical documents -> candidates ->
// verified pairs. Which method runs depends on the options and the collection, never on the order of its files.
#pragma once

#include <functional>
#include <string>

#include "engine/find/found_pairs.h"
#include "engine/read/collection.h"
#include "engine/run/options.h"
#include "engine/run/stage_clock.h"
#include "textkin/keep.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine::find {

struct SearchRun {
  read::Collection collection;
  KeepOrder order;
  FoundPairs found;
  RunStats stats;                           // all but what the command itself adds
  std::vector<std::uint64_t> similarities;  // of the pairs, where bands found them: SimilarityCounts::steps()
};

// What a search is for.
struct SearchGoal {
  PairsWanted want = PairsWanted::kAllPairs;
  std::string keep;  // the keep rule as it was typed; empty where there is none
  // The keep order, once the documents are known.
  std::function<Result<KeepOrder>(const read::Collection&)> make_order;
  // The least that the run directory must hold.
  store::Stage needed = store::Stage::kSketching;
};

// In a run directory that is kept it goes on from what a former run left there.
Result<SearchRun> find_similar(const run::RunOptions& options, const SearchGoal& purpose, Progress& progress,
                               run::StageClock& clock);

// The first pass only, for a later find_similar() in the same run directory: what was read, as statistics.
Result<SearchRun> sketch_only(const run::RunOptions& options, const SearchGoal& purpose, Progress& progress,
                              run::StageClock& clock);

}  // namespace textkin::engine::find
