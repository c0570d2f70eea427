#include "stats/law/angle_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stats/interval/clopper_pearson.h"
#include "stats/law/binomial.h"

namespace textkin::stats {
namespace {

double disagreement(double cosine) { return std::acos(std::clamp(cosine, -1.0, 1.0)) / std::numbers::pi; }

}  // namespace

double AngleLaw::agreement(double similarity) const { return 1 - disagreement(similarity); }

double AngleLaw::candidate_probability(double /*similarity*/, std::uint32_t /*bands*/, std::uint32_t /*rows*/) const {
  return 0;
}

double AngleLaw::variance(double similarity, double /*union_size*/, std::uint32_t cells) const {
  const double p = disagreement(similarity);
  const double slope = std::numbers::pi * std::sin(std::numbers::pi * p);
  return slope * slope * p * (1 - p) / cells;
}

Interval AngleLaw::interval(std::uint32_t matches, std::uint32_t cells, std::uint64_t /*size_a*/,
                            std::uint64_t /*size_b*/, double confidence, bool /*tight*/) const {
  const Interval differing = clopper_pearson(cells - matches, cells, confidence);
  return {std::cos(std::numbers::pi * differing.upper), std::cos(std::numbers::pi * differing.lower)};
}

double cosine_of_distance(std::uint32_t distance, std::uint32_t bits) {
  return 2 * distance == bits ? 0 : std::cos(std::numbers::pi * distance / bits);
}

double cosine_of_equal_sets(double jaccard) { return 2 * jaccard / (1 + jaccard); }

double probability_within(double cosine, std::uint32_t bits, std::uint32_t distance) {
  return binomial_cdf(distance, bits, disagreement(cosine));
}

}  // namespace textkin::stats
