// Sizes of intersections, and what a threshold demands of them.
#pragma once

#include <cstdint>
#include <optional>

#include "textkin/feature_set.h"
#include "textkin/pair.h"

namespace textkin::join {

// Least overlap with which two sets of these sizes have Jaccard >= threshold, compared as VerifiedPair::jaccard() does
// (a quotient rounded once); more than min(size_a, size_b) where none is enough. Exact at every size < 2^32.
std::uint64_t required_overlap(std::uint64_t size_a, std::uint64_t size_b, double threshold);

// |a intersect b| for ascending sets.
std::uint64_t overlap(FeatureView a, FeatureView b);

// The same, or nothing as soon as `needed` can no longer be reached.
std::optional<std::uint64_t> overlap_at_least(FeatureView a, FeatureView b, std::uint64_t needed);

}  // namespace textkin::join
