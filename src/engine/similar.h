// Similar: the alike documents of a collection, every pair verified on the exact feature sets.
//
// This is the pipeline that `pairs` and `dedup` share: read -> choose a method -> identical documents -> candidates ->
// verified pairs. Which method runs depends on the options and the collection, never on the order of its files.
#pragma once

#include <functional>

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

// `make_order` gives the keep order once the documents are known.
Result<Similar> find_similar(const RunOptions& options, Want want,
                             const std::function<KeepOrder(const Collection&)>& make_order, Progress& progress,
                             StageClock& clock);

}  // namespace textkin::engine
