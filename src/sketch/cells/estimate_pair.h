// What sketches whose cells agree in place have in common: the shape of a block, and the estimate from two rows.
#pragma once

#include <cstddef>
#include <string_view>

#include "textkin/feature_set.h"
#include "textkin/sketcher.h"

namespace textkin::sketch {

// Sets spec, words and sizes of `out` and gives it room for the cells; their values are not defined yet.
void shape_block(const SketchSpec& spec, std::uint32_t words, const FeatureBlock& sets, SignatureBlock& out);

// kMismatch unless `other` is `spec`; unless both blocks have `spec`.
Status same_spec(const SketchSpec& spec, const SketchSpec& other);
Status same_spec(const SketchSpec& spec, const SignatureBlock& a, const SignatureBlock& b);

// A value that is known, not estimated; of two sets of which one is empty: 0.
Estimate exact_estimate(double value, std::string_view measure);

// Agreeing cells over all cells, with the guaranteed interval of the sketcher's law; see Sketcher::estimate.
Result<Estimate> estimate_pair(const Sketcher& sketcher, const SignatureBlock& a, std::size_t i,
                               const SignatureBlock& b, std::size_t j, double confidence);

// The cell-wise minimum; true.
bool merge_minima(std::uint32_t cells, Cell* into, const Cell* other);

}  // namespace textkin::sketch
