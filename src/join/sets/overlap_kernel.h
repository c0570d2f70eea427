// The two twins behind overlap(): a scalar merge and the same count by blocks of a vector.
//
// Both take ascending sets of distinct features and return |a intersect b|, or kOutOfReach once `needed` cannot be
// reached any more (they may notice it at different places, or not at all; a count that is returned is exact).
#pragma once

#include <cstdint>

#include "textkin/feature_set.h"

namespace textkin::join {

inline constexpr std::uint64_t kOutOfReach = ~std::uint64_t{0};

std::uint64_t shared_scalar(FeatureView a, FeatureView b, std::uint64_t needed);
std::uint64_t shared_simd(FeatureView a, FeatureView b, std::uint64_t needed);

}  // namespace textkin::join
