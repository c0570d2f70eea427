// Background: how alike random pairs of a sample collection are.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
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

// The draw-th of random pairs of two different ones of `many`, 2 or more, by `seed`; drawn with replacement.
std::pair<std::uint64_t, std::uint64_t> random_pair(std::uint64_t seed, std::uint64_t draw, std::uint64_t many);

}  // namespace textkin::engine::find
