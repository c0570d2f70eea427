#include "stats/recall/horvitz_thompson.h"

#include <cmath>

namespace textkin::stats {

std::optional<RecallEstimate> estimate_recall(const CollisionLaw& law, const Plan& plan,
                                              std::span<const SimilarityCount> pairs) {
  double found = 0;
  double total = 0;
  double variance = 0;
  for (const auto& [similarity, count] : pairs) {
    const double p = law.candidate_probability(similarity, plan.bands, plan.rows);
    if (!(p > 0)) continue;
    const auto times = static_cast<double>(count);
    found += times;
    total += times / p;
    variance += times * (1 - p) / (p * p);
  }
  if (found == 0) return std::nullopt;
  // The number found is known; only the total is uncertain, and recall's relative error is the total's.
  return RecallEstimate{found / total, found / total * std::sqrt(variance) / total};
}

}  // namespace textkin::stats
