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

// Empties `tables`.
Result<Found> search_bands(const Collection& collection, BandTables& tables, const KeepOrder& order, Want want,
                           const RunOptions& options, StageClock& clock);

}  // namespace textkin::engine
