// Bands and rows from what the user asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "textkin/collision_law.h"
#include "textkin/plan.h"
#include "textkin/status.h"

namespace textkin::stats {

// Recall-constrained plan: among (b, r) with b * r <= hashes and P(candidate | threshold) >= recall the largest r, and
// for it the smallest b. Largest r means the least background load; the equal-area rule of other tools would find
// 40 % of the pairs at 0.8. threshold in (0, 1], recall in (0, 1). kInvalidArgument where no (b, r) keeps the promise,
// naming the number of hashes that would.
Result<Plan> plan_for_recall(const CollisionLaw& law, double threshold, double recall, std::uint32_t hashes);

// Kalampokis 2016, section 4: among the b * r = hashes, "accuracy" takes the largest (1/b)^(1/r) at or below the
// threshold, "speed" the smallest at or above it. n = 225, s = 0.53: 45 x 5 and 25 x 9. No recall was asked for, so
// the plan's recall_target is 0; recall_at_threshold says what it gives.
enum class Preference { kAccuracy, kSpeed };
Result<Plan> plan_by_preference(const CollisionLaw& law, double threshold, Preference preference, std::uint32_t hashes);

// A plan with bands and rows given by the user; refuses bands * rows > hashes. recall_target is 0, as above.
Result<Plan> plan_given(const CollisionLaw& law, double threshold, std::uint32_t bands, std::uint32_t rows,
                        std::uint32_t hashes);

struct CurvePoint {
  double similarity;
  double probability;
};
// P(candidate | s) at s = 0, 0.01, ..., 1.
std::vector<CurvePoint> s_curve(const CollisionLaw& law, const Plan& plan);

}  // namespace textkin::stats
