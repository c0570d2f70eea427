// Background: how alike random pairs of a sample collection are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/run/read_options.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::find {

struct Background {
  std::uint64_t documents = 0;
  std::vector<double>
      similarities;  // exact, Jaccard, of pairs drawn with replacement: 200,000, or as many as there are
};

// The sample is INPUT; it is held in memory, and drawn from by `seed`. kInvalidArgument for fewer than two documents,
// kExhausted where --memory has no room for its shingles.
Result<Background> sample_background(const run::ReadOptions& sample, std::uint64_t seed, Progress& progress);

}  // namespace textkin::engine::find
