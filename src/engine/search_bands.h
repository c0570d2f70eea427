// Search by bands: identical documents, buckets, and verification of what shares one. Finds a pair at the threshold
// with the probability that the plan promises.
#pragma once

#include "engine/collection.h"
#include "engine/found.h"
#include "engine/gather.h"
#include "engine/options.h"
#include "engine/stage_clock.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::engine {

// Empties `records`. In a run directory that is kept it takes up what a former run found, and leaves there what it
// finds, group by group of components.
Result<Found> search_bands(const Collection& collection, Records& records, const KeepOrder& order, Want want,
                           const RunOptions& options, StageClock& clock);

// In what pieces the search is cut where it is kept: pieces of another cut cannot be taken up.
std::string search_cut(const MemoryShares& shares);

}  // namespace textkin::engine
