// textkin distance: all pairs of a collection by their sketches alone, as Mash does: Jaccard similarity, the mutation
// distance that it stands for, and how likely it is by chance.
//
// Nothing is verified: each row is an estimate, with its interval. For collections of long documents, genomes above
// all, whose sets are far larger than a sketch; of short ones `pairs` gives the exact values. Cost: an estimate a pair,
// N (N - 1) / 2 of them. Memory: the sketches (engine/read/sketch_all.h) and some rows.
#pragma once

#include <cstdint>
#include <string>

#include "engine/run/read_options.h"
#include "textkin/progress.h"
#include "textkin/sketch_options.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

struct DistanceOptions {
  std::string output = "-";
  std::string format = "tsv";
  double confidence = 0.95;
  double max_distance = 1;  // rows beyond it are left out,
  double max_p = 1;         // and those that chance explains more easily than this
  // Shingles that chance draws from. 0: the canonical k-mers that there are; of others it is not known, and neither is
  // p.
  std::uint64_t universe = 0;
};

// Writes a row for each pair, a before b in input order, by the positions of a, then b; with --against only those
// of an INPUT document (a) with an --against document (b). Any sketch that estimates the Jaccard similarity will do.
Status distance(const run::ReadOptions& asked, const SketchOptions& sketch, const DistanceOptions& wanted,
                Progress& progress);

}  // namespace textkin::engine::commands
