#include "stats/law/mash.h"

#include <algorithm>
#include <cmath>

#include "stats/law/binomial.h"

namespace textkin::stats {

double mash_distance(double jaccard, double k) {
  if (!(jaccard > 0)) return 1;
  if (jaccard >= 1) return 0;
  return std::clamp(-std::log(2 * jaccard / (1 + jaccard)) / k, 0.0, 1.0);
}

double mash_similarity(double distance, double k) {
  return distance > 0 ? 1 / (2 * std::exp(k * std::min(distance, 1.0)) - 1) : 1.0;
}

Interval mash_distances(const Interval& jaccard, double k) {
  return {mash_distance(jaccard.upper, k), mash_distance(jaccard.lower, k)};
}

double mash_chance_similarity(double possible, double size_a, double size_b) {
  // ln(1 - 1/possible) is -infinity where only one feature is possible: then every set that is not empty has it.
  const auto has = [possible](double size) { return size > 0 ? -std::expm1(size * std::log1p(-1 / possible)) : 0.0; };
  const double x = has(size_a);
  const double y = has(size_b);
  return x > 0 && y > 0 ? x * y / (x + y - x * y) : 0.0;
}

double mash_log_p_value(std::uint64_t matches, std::uint64_t cells, double chance_similarity) {
  return binomial_log_tail(static_cast<std::int64_t>(matches), static_cast<std::int64_t>(cells), chance_similarity);
}

}  // namespace textkin::stats
