// BinomialLaw: the law of sketches whose cells are independent trials of probability J (k-permutation MinHash).
//
// Matches ~ Binomial(cells, J) exactly; a pair is a candidate with probability 1 - (1 - s^r)^b; the variance is
// J (1 - J) / cells whatever the sizes; tight and guaranteed intervals are the same Clopper-Pearson interval.
// Threads: immutable.
#pragma once

#include "textkin/collision_law.h"

namespace textkin::stats {

// 1 - (1 - s^rows)^bands, through logarithms: right to 1e-13 relative also where it is 1e-30.
double banding_probability(double similarity, std::uint32_t bands, std::uint32_t rows);

class BinomialLaw : public CollisionLaw {
 public:
  double agreement(double similarity) const override;
  double candidate_probability(double similarity, std::uint32_t bands, std::uint32_t rows) const override;
  double variance(double similarity, double union_size, std::uint32_t cells) const override;
  Interval interval(std::uint32_t matches, std::uint32_t cells, std::uint64_t size_a, std::uint64_t size_b,
                    double confidence, bool tight) const override;
};

}  // namespace textkin::stats
