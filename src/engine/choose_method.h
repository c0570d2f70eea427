// Which method is cheaper: the exact join, or sketches and bands.
#pragma once

#include <cstdint>
#include <string>

#include "textkin/plan.h"

namespace textkin::engine {

struct MethodChoice {
  bool exact = false;
  std::string reason;  // one line for a person
};

// More features than this are not held for a choice: beyond it the bands win on every collection that we measured.
inline constexpr std::uint64_t kMostFeaturesForChoice = 1ull << 24;

// Predicted cost of both methods, from the numbers of documents and features and the prefix hits that the exact join
// would meet (docs/decisions/0001). To find out the hits costs much of the join itself, so ask with 0 first: where the
// join is dearer even then, nothing more needs to be known. Depends on the collection alone, not on its order.
MethodChoice choose_method(std::uint64_t documents, std::uint64_t features, const Plan& plan, double prefix_hits);

}  // namespace textkin::engine
