// Search by the exact join: all pairs, certainly. Needs the feature sets of all documents in memory.
#pragma once

#include "engine/find/found_pairs.h"
#include "engine/find/search_goal.h"
#include "engine/read/collection.h"
#include "engine/run/stage_clock.h"
#include "join/exact/frequencies.h"
#include "join/measures/threshold.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::engine::find {

// The sets of `collection` must be retained.
Result<FoundPairs> search_join(const read::Collection& collection, const join::Frequencies& frequencies,
                               const KeepOrder& order, PairsWanted want, const join::Threshold& least,
                               run::StageClock& clock);

}  // namespace textkin::engine::find
