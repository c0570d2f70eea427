// WeightedSet: one set of a block with its weights, as sketches of weighted sets read it.
//
// A feature whose weight is not above 0 is no member. A weight below kLeastWeight or above kLargestWeight is read as
// that: a range of 2^60 is more than the similarity of two sets can resolve, and lets all work be bounded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "textkin/feature_set.h"
#include "textkin/signature_block.h"

namespace textkin::sketch {

inline constexpr double kLeastWeight = 0x1p-30;
inline constexpr double kLargestWeight = 0x1p30;

struct WeightedSet {
  std::vector<Feature> features;
  std::vector<double> weights;
  double total = 0;

  std::size_t size() const { return features.size(); }
  bool empty() const { return features.empty(); }

  // Replaces this by set i of `sets`.
  void assign(const FeatureBlock& sets, std::size_t i) {
    const FeatureView view = sets[i];
    const std::span<const double> given = sets.weights_of(i);
    features.clear();
    weights.clear();
    total = 0;
    for (std::size_t at = 0; at < view.size(); ++at) {
      const double weight = given.empty() ? 1.0 : given[at];
      if (!(weight > 0)) continue;
      features.push_back(view[at]);
      weights.push_back(std::clamp(weight, kLeastWeight, kLargestWeight));
      total += weights.back();
    }
  }
};

// What sketchers of weighted sets have in common: shapes `out`, then calls sketch_set(set, cells) for every set that is
// not empty. Sizes count the members.
template <class SketchSet>
void sketch_weighted(const SketchSpec& spec, const FeatureBlock& sets, WeightedSet& set, SignatureBlock& out,
                     SketchSet sketch_set) {
  out.spec = spec;
  out.words = spec.cells;
  out.cells.assign(sets.size() * spec.cells, kEmptyCell);
  out.sizes.resize(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) {
    set.assign(sets, i);
    out.sizes[i] = static_cast<std::uint32_t>(set.size());
    if (!set.empty()) sketch_set(set, out.cells.data() + i * spec.cells);
  }
}

}  // namespace textkin::sketch
