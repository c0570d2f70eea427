// Exact similarities of two weighted sets.
//
//   weighted Jaccard     sum min(x_i, y_i) / sum max(x_i, y_i)
//   probability Jaccard  sum over i with x_i, y_i > 0 of 1 / sum_j max(x_j / x_i, y_j / y_i)   (Moulton, Jiang 2018)
//   cosine               sum x_i y_i / (|x| |y|)
// Weights are above 0 and finite, as FeatureBlock has them; none: all are 1. Features ascend. Each is 0 if either
// set is empty, at most 1, and the Jaccard similarity (or the cosine) of plain sets where all weights are 1. Sums run
// in the order of the features, so that the result is the same on every machine; weighted Jaccard of equal sets is
// exactly 1. Probability Jaccard does not change when a set's weights are all multiplied by a number; beware that
// weighted Jaccard does: of x and 2 x it is 1/2. Cost: O(n), probability Jaccard O(n log n): the terms of a sum are
// told apart by the ratio x_j / y_j, so that sorted by it they are a prefix sum of y and a suffix sum of x.
#pragma once

#include <span>

#include "textkin/feature_set.h"

namespace textkin::sketch {

struct WeightedView {
  FeatureView features;
  std::span<const double> weights;  // one a feature, or none
};

double weighted_jaccard(const WeightedView& a, const WeightedView& b);
double probability_jaccard(const WeightedView& a, const WeightedView& b);
double weighted_cosine(const WeightedView& a, const WeightedView& b);

}  // namespace textkin::sketch
