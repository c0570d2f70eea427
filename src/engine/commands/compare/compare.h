// textkin compare: everything about one pair.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/read_options.h"
#include "engine/write/results.h"
#include "report/commands/comparison.h"
#include "textkin/progress.h"
#include "textkin/sketch_options.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

struct CompareOptions {
  std::string output = "-";
  bool json = false;
  double confidence = 0.95;
  std::optional<std::uint32_t> bits;  // a cell, of a b-bit form of the sketch: 1 to 16
  // Shingles that chance could have drawn from. 0: U^K, where U is the number of different tokens (or characters) of
  // the two texts and K the shingle size, at most 2^40.
  std::uint64_t universe = 0;
  std::vector<std::string> background;  // inputs of which random pairs are drawn, to see how alike those are
};

// INPUT is A and B, one document each.
Result<report::Comparison> compare(const run::ReadOptions& asked, const SketchOptions& sketch,
                                   const CompareOptions& wanted, write::Results& results, Progress& progress);

}  // namespace textkin::engine::commands
