// For tests: weighted sets from dense vectors.
#pragma once

#include <vector>

#include "sketch/weighted/weighted_similarity.h"

namespace textkin::sketch {

using Vector = std::vector<double>;

// Two vectors as sets: component i is feature i, where it is above 0.
class SparsePair {
 public:
  SparsePair(const Vector& x, const Vector& y) {
    add(x);
    add(y);
  }
  const FeatureBlock& block() const { return block_; }
  WeightedView a() const { return {block_[0], block_.weights_of(0)}; }
  WeightedView b() const { return {block_[1], block_.weights_of(1)}; }

 private:
  void add(const Vector& x) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!(x[i] > 0)) continue;
      block_.values.push_back(i);
      block_.weights.push_back(x[i]);
    }
    block_.offsets.push_back(block_.values.size());
  }
  FeatureBlock block_;
};

}  // namespace textkin::sketch
