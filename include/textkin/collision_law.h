// CollisionLaw: how often cells of two sketches agree, as a function of the true similarity.
//
// A Sketcher hands out its law; planner, intervals and tests then serve sketches that do not exist yet. Laws are not
// all Bernoulli: fast similarity sketching has negatively dependent cells with variance alpha(k, u) J (1 - J) / k
// (Ertl 2017, equation for SuperMinHash), so a law answers in probabilities and intervals, not in a formula.
// "Similarity" is that of the sketch's measure: Jaccard, weighted Jaccard, or a cosine, of which the bits of a SimHash
// agree with probability 1 - arccos(s) / pi. For bottom-k, "cells" are the members of the sample of the union.
// Threads: immutable.
#pragma once

#include <cstdint>

#include "textkin/estimate.h"

namespace textkin {

class CollisionLaw {
 public:
  virtual ~CollisionLaw() = default;

  // P(one cell agrees | similarity).
  virtual double agreement(double similarity) const = 0;

  // For sketches that can be banded (others answer 0):
  // P(at least one of `bands` bands of `rows` cells agrees | similarity): exact where cells are independent; where they
  // are not, at most the truth for similarities at which a plan promises recall (for fss measured at many points, not
  // proven).
  virtual double candidate_probability(double similarity, std::uint32_t bands, std::uint32_t rows) const = 0;

  // Variance of the estimated similarity from `cells` cells when the union of the two sets has `union_size` members.
  virtual double variance(double similarity, double union_size, std::uint32_t cells) const = 0;

  // Interval of the similarity from `matches` of `cells` agreeing cells and the sets' exact sizes.
  // `tight` false: Clopper-Pearson, coverage guaranteed. `tight` true: uses the sketch's own variance.
  virtual Interval interval(std::uint32_t matches, std::uint32_t cells, std::uint64_t size_a, std::uint64_t size_b,
                            double confidence, bool tight) const = 0;
};

}  // namespace textkin
