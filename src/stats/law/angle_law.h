// AngleLaw: the law of SimHash. Two bits agree with probability 1 - theta / pi, where theta is the angle between the
// vectors of features (Goemans and Williamson 1995, lemma 3.2; Charikar 2002, section 3), so that
//   Hamming distance ~ Binomial(bits, theta / pi).
//
// The similarity is the cosine of that angle; "cells" are bits and "matches" those that agree. Exact for vectors of
// many features of like weights, where sums of signs are as good as normal: at twenty features two bits differ with
// probability .138 where the law says .144, at a hundred with .142 (docs/decisions/0016). The estimate is
// cos(pi distance / bits), the interval Clopper-Pearson's of the agreement, taken through the cosine.
// Threads: immutable.
#pragma once

#include "textkin/collision_law.h"

namespace textkin::stats {

class AngleLaw : public CollisionLaw {
 public:
  // 1 - arccos(similarity) / pi, for a cosine in [-1, 1].
  double agreement(double similarity) const override;
  // 0: a bit is no cell that a band could be cut from.
  double candidate_probability(double similarity, std::uint32_t bands, std::uint32_t rows) const override;
  // Of the estimated cosine, to first order: (pi sin theta)^2 p (1 - p) / cells with p = theta / pi.
  double variance(double similarity, double union_size, std::uint32_t cells) const override;
  Interval interval(std::uint32_t matches, std::uint32_t cells, std::uint64_t size_a, std::uint64_t size_b,
                    double confidence, bool tight) const override;
};

// cos(pi distance / bits): the estimate.
double cosine_of_distance(std::uint32_t distance, std::uint32_t bits);

// The cosine of two sets of equal sizes whose Jaccard similarity is J: 2 J / (1 + J). Of other sizes it is greater.
double cosine_of_equal_sets(double jaccard);

// P(Hamming distance <= distance | cosine): what a search within that distance finds. Unrelated pairs: cosine 0.
double probability_within(double cosine, std::uint32_t bits, std::uint32_t distance);

}  // namespace textkin::stats
