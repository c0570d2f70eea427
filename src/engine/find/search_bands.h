// Search by bands: identical documents, buckets, and verification of what shares one. Finds a pair at the threshold
// with the probability that the plan promises.
#pragma once

#include "engine/find/found_pairs.h"
#include "engine/find/search_goal.h"
#include "engine/read/collection.h"
#include "engine/read/first_pass.h"
#include "engine/run/stage_clock.h"
#include "join/measures/threshold.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::engine::find {

// Empties `records`. In a run directory that is kept it takes up what a former run found, and leaves there what it
// finds, group by group of components.
Result<FoundPairs> search_bands(const read::Collection& collection, run::Journal& journal,
                                read::BandPartitions& records, const KeepOrder& order, PairsWanted want,
                                const join::Threshold& least, run::StageClock& clock);

// In what pieces the search is cut where it is kept: pieces of another cut cannot be taken up.
std::string search_cut(const run::MemoryShares& shares);

}  // namespace textkin::engine::find
