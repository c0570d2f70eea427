// Predicted recall: of a run, or of several that worked on parts of one collection, from the similarities found.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/find/found_pairs.h"
#include "engine/run/search_options.h"
#include "stats/recall/horvitz_thompson.h"
#include "textkin/collision_law.h"
#include "textkin/plan.h"
#include "textkin/status.h"

namespace textkin::engine::find {

// How many pairs have which similarity, in steps of 2^-16: sums do not depend on the order in which pairs were found,
// nor on the runs that found them.
class SimilarityCounts {
 public:
  static constexpr std::size_t kSteps = 1u << 16;

  // Each duplicate with its first, and each verified pair: what a keep rule goes by.
  static Result<SimilarityCounts> of(const FoundPairs& found);
  // All pairs that are told: a verified pair stands for each document like its one side with each like its other; and,
  // where documents are compared `within` one collection, a group of m duplicates for its m (m - 1) / 2. Memory: 4
  // bytes a duplicate.
  static Result<SimilarityCounts> of_all(const FoundPairs& found, bool within);

  void add(double similarity, std::uint64_t count = 1) {
    counts_[static_cast<std::size_t>(similarity * kSteps)] += count;
  }

  // Of each step, 0 .. kSteps.
  const std::vector<std::uint64_t>& steps() const { return counts_; }
  void add_steps(std::span<const std::uint64_t> steps);  // kSteps + 1 numbers
  std::vector<stats::SimilarityCount> all() const;

 private:
  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(kSteps + 1);
};

// What the plan promises at the threshold where no pair was found.
double predicted_recall(const CollisionLaw& law, const Plan& plan, const SimilarityCounts& counts);

// The same for runs of `search` on parts of a collection, from the sums of their steps(). kInvalidArgument where the
// options have no plan, or there are not kSteps + 1 numbers.
Result<double> predicted_recall(const run::Search& search, std::span<const std::uint64_t> steps);

}  // namespace textkin::engine::find
