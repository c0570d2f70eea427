// Which method is cheaper: the exact join, or sketches and bands.
#pragma once

#include <cstdint>
#include <string>

#include "textkin/plan.h"

namespace textkin::stats {

struct MethodChoice {
  bool exact = false;
  std::string reason;  // one line for a person
};

// A collection with more features, or with more band records than this, is joined by bands. So much is held under any
// --memory, so that the choice, and with it the result, does not depend on the memory (docs/decisions/0001).
inline constexpr std::uint64_t kMostFeaturesForChoice = 1ull << 20;
inline constexpr std::uint64_t kMostRecordsForChoice = 1ull << 21;

// Predicted cost of both methods, from the numbers of documents and features and the prefix hits that the exact join
// would meet (docs/decisions/0001). To find out the hits costs much of the join itself, so ask with 0 first: where the
// join is dearer even then, nothing more needs to be known. Depends on the collection alone, not on its order.
MethodChoice choose_method(std::uint64_t documents, std::uint64_t features, const Plan& plan, double prefix_hits);

}  // namespace textkin::stats
