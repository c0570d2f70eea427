// textkin pairs: all pairs at or above the threshold.
#pragma once

#include <string>

#include "cluster/linkage.h"
#include "engine/find/significance.h"
#include "engine/run/options.h"
#include "engine/write/results.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

struct PairsOptions {
  std::string output = "-";
  std::string format = "tsv";
  find::FdrOptions fdr;    // with a rate: only the pairs that are significant at it, with their p-values
  bool estimates = false;  // beside the exact similarity what the sketches of the options say; of Jaccard only
  // FILE: every pair that shares a bucket of a band, alike or not (engine/find/candidates.h); empty: none. Then bands
  // search, unless the exact method was asked for, which has none: kInvalidArgument.
  std::string candidates;
  std::string clusters;  // FILE.tsv of the clusters that the pairs make; empty: none. Not with --against
  cluster::Linkage linkage = cluster::Linkage::kSingle;
};

// By the measure of the options. Containment is that of an INPUT document in an --against one; without --against, of
// the smaller in the larger. Writes each pair once, a before b in input order, rows sorted by the positions of a, then
// b. With
// --against only pairs of an INPUT document (a) with an --against document (b).
Result<RunStats> pairs(const run::RunOptions& options, const PairsOptions& outputs, write::Results& results,
                       Progress& progress);

}  // namespace textkin::engine::commands
