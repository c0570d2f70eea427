// The empirical null: how alike unrelated documents of a collection are, from the similarities of pairs drawn at
// random.
//
// Real shingles are not equally likely, and texts have topics: the tail of real pairs is heavier than that of the
// hypergeometric law. A sample of pairs knows. The p-value of a similarity s is (r + 1) / (n + 1), r of n sampled pairs
// being as alike or more: never 0, and valid (P(p <= a) <= a for every a) where the pair in question is like one more
// draw; it cannot fall below 1 / (n + 1). The share of pairs that are as alike lies in a Clopper-Pearson interval.
// Alike pairs that the sample happens to hold make it more careful, not less.
// Cost: the sample is sorted once. Threads: immutable.
#pragma once

#include <cstdint>
#include <vector>

#include "textkin/estimate.h"

namespace textkin::stats {

class EmpiricalNull {
 public:
  // Similarities of the sampled pairs, in any order; at least one.
  explicit EmpiricalNull(std::vector<double> similarities);

  std::uint64_t pairs() const { return ascending_.size(); }
  double mean() const;
  // The least sampled similarity that at least this share of the sampled pairs does not exceed.
  double quantile(double share) const;
  // How many sampled pairs are at least that alike.
  std::uint64_t at_least(double similarity) const;
  double p_value(double similarity) const;
  // Of the share of all pairs that are at least that alike, with the confidence.
  Interval share_at_least(double similarity, double confidence) const;

 private:
  std::vector<double> ascending_;
};

}  // namespace textkin::stats
