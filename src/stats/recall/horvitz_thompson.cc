#include "stats/recall/horvitz_thompson.h"

#include <cmath>

namespace textkin::stats {

std::optional<RecallEstimate> estimate_recall(const CollisionLaw& law, const Plan& plan,
                                              std::span<const double> similarities) {
  double found = 0;
  double total = 0;
  double variance = 0;
  for (const double similarity : similarities) {
    const double p = law.candidate_probability(similarity, plan.bands, plan.rows);
    if (!(p > 0)) continue;
    found += 1;
    total += 1 / p;
    variance += (1 - p) / (p * p);
  }
  if (found == 0) return std::nullopt;
  // The number found is known; only the total is uncertain, and recall's relative error is the total's.
  return RecallEstimate{found / total, found / total * std::sqrt(variance) / total};
}

}  // namespace textkin::stats
