// How much of each of two sets is in the other, from their signatures and exact sizes.
//
// Minima that can be ordered (k-permutation MinHash, fast similarity sketching, SuperMinHash) say in every cell whose
// minimum is less; the likelihood of that with the known sizes (stats/law/known_sizes.h) is up to 15 times as accurate
// as the similarity alone where sizes differ. Bottom-k has samples of both sets, and is exact where both sets are held
// whole. Intervals are guaranteed.
// Threads: a function of its arguments.
#pragma once

#include <optional>

#include "textkin/sketcher.h"

namespace textkin::sketch {

struct SketchedContainment {
  Estimate a_in_b;  // |A and B| / |A|
  Estimate b_in_a;
};

// Of row `i` of `a` and row `j` of `b`. Nothing where the sketch is of weighted sets, or knows no order and no sample.
// kMismatch if the specs differ. An empty set: 0, exact.
Result<std::optional<SketchedContainment>> estimate_containment(const SignatureBlock& a, std::size_t i,
                                                                const SignatureBlock& b, std::size_t j,
                                                                double confidence);

}  // namespace textkin::sketch
