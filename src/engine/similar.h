// Similar: the alike documents of a collection, every pair verified on the exact feature sets.
//
// This is the pipeline that `pairs` and `dedup` share: read -> choose a method -> identical documents -> candidates ->
// verified pairs. Which method runs depends on the options and the collection, never on the order of its files.
#pragma once

#include <functional>
#include <string>

#include "engine/collection.h"
#include "engine/found.h"
#include "engine/options.h"
#include "engine/stage_clock.h"
#include "textkin/keep.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine {

struct Similar {
  Collection collection;
  KeepOrder order;
  Found found;
  RunStats stats;  // all but what the command itself adds
};

// What a search is for.
struct Purpose {
  Want want = Want::kAllPairs;
  std::string keep;  // the keep rule as it was typed; empty where there is none
  // The keep order, once the documents are known.
  std::function<Result<KeepOrder>(const Collection&)> make_order;
  // The least that the run directory must hold.
  store::Stage needed = store::Stage::kSketching;
};

// In a run directory that is kept it goes on from what a former run left there.
Result<Similar> find_similar(const RunOptions& options, const Purpose& purpose, Progress& progress, StageClock& clock);

// The first pass only, for a later find_similar() in the same run directory: what was read, as statistics.
Result<Similar> sketch_only(const RunOptions& options, const Purpose& purpose, Progress& progress, StageClock& clock);

}  // namespace textkin::engine
