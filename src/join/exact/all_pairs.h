// The oracle: every pair compared.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "join/measures/threshold.h"
#include "textkin/feature_set.h"
#include "textkin/pair.h"

namespace textkin::join {

// What prefix_join() finds, by comparing each two different, non-empty sets. Cost: quadratic.
std::vector<VerifiedPair> all_pairs(const std::vector<FeatureView>& sets, const Threshold& threshold,
                                    std::span<const std::uint8_t> side);

}  // namespace textkin::join
