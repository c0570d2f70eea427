// FeatureSet: what a document is compared by: the set of its shingles, each a 64-bit hash.
//
// Promise: a feature is a fully mixed 64-bit hash of one shingle, equal on every machine, thread count and SIMD
// target for the same TextSpec. Two different shingles share a hash with probability 2^-64, so set operations on
// features are the exact operations on shingles. With `multiset`, the i-th copy of a shingle is a feature of its
// own (replication), and the Jaccard similarity of the sets is the weighted Jaccard of the counts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace textkin {

using Feature = std::uint64_t;

// A set of features: distinct. Where a function needs them ascending it says so.
using FeatureView = std::span<const Feature>;

// The sets of several documents in one piece: document i owns values[offsets[i] .. offsets[i + 1]).
struct FeatureBlock {
  std::vector<Feature> values;
  std::vector<std::uint64_t> offsets{0};
  // One a value, above 0 and finite; or none: every weight is 1. Sketches read weights from 2^-30 to 2^30: those beyond
  // as the nearest of these, and what they estimate is of sets with such weights.
  std::vector<double> weights;

  std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }  // 0 of one that was moved from
  FeatureView operator[](std::size_t i) const {
    return FeatureView(values).subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
  // Of set i; empty where every weight is 1.
  std::span<const double> weights_of(std::size_t i) const {
    if (weights.empty()) return {};
    return std::span<const double>(weights).subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
  void clear() {
    values.clear();
    weights.clear();
    offsets.assign(1, 0);
  }
};

}  // namespace textkin
