// Which method is cheaper: the exact join, or sketches and bands.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "join/prefix_join.h"
#include "textkin/feature_set.h"
#include "textkin/plan.h"

namespace textkin::engine {

struct MethodChoice {
  bool exact = false;
  std::string reason;  // one line for a person
};

// More features than this are not held for a choice: beyond it the bands win on every collection that we measured.
inline constexpr std::uint64_t kMostFeaturesForChoice = 1ull << 24;

// Predicted cost of both methods on these sets, from their numbers, their sizes and the prefix hits that the exact join
// would meet (docs/decisions). Depends on the sets alone, not on their order.
MethodChoice choose_method(const std::vector<FeatureView>& sets, std::uint64_t features, const Plan& plan,
                           double prefix_hits);

}  // namespace textkin::engine
