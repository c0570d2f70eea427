// Sizes of intersections.
#pragma once

#include <cstdint>
#include <optional>

#include "textkin/feature_set.h"

namespace textkin::join {

// |a intersect b| for ascending sets.
std::uint64_t overlap(FeatureView a, FeatureView b);

// The same, or nothing as soon as `needed` can no longer be reached.
std::optional<std::uint64_t> overlap_at_least(FeatureView a, FeatureView b, std::uint64_t needed);

}  // namespace textkin::join
