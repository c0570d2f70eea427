// Fast Similarity Sketching of one set: the definition in plain C++. fss_rounds.h has the kernel that gives the same.
//
// Cost: that of the definition, max(n, k (ln k + 0.58)) hash evaluations, one at a time. Threads: a function of its
// arguments.
#pragma once

#include "sketch/sets/fss_family.h"
#include "textkin/feature_set.h"

namespace textkin::sketch {

// Writes family.cells() cells; all kEmptyCell for the empty set.
void fss_scalar(const FssFamily& family, FeatureView features, Cell* out);

}  // namespace textkin::sketch
