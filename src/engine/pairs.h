// textkin pairs: all pairs at or above the threshold.
#pragma once

#include <string>

#include "engine/options.h"
#include "engine/significance.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine {

struct PairsOptions {
  std::string output = "-";
  std::string format = "tsv";
  FdrOptions fdr;  // with a rate: only the pairs that are significant at it, with their p-values
};

// By options.measure. Containment is that of an INPUT document in an --against one; without --against, of the smaller
// in the larger. Writes each pair once, a before b in input order, rows sorted by the positions of a, then b. With
// options.against only pairs of an INPUT document (a) with an --against document (b).
Result<RunStats> pairs(const RunOptions& options, const PairsOptions& outputs, Progress& progress);

}  // namespace textkin::engine
