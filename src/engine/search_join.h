// Search by the exact join: all pairs, certainly. Needs the feature sets of all documents in memory.
#pragma once

#include "engine/collection.h"
#include "engine/found.h"
#include "engine/options.h"
#include "engine/stage_clock.h"
#include "join/prefix_join.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::engine {

// The sets of `collection` must be retained.
Result<Found> search_join(const Collection& collection, const join::Frequencies& frequencies, const KeepOrder& order,
                          Want want, const RunOptions& options, StageClock& clock);

}  // namespace textkin::engine
