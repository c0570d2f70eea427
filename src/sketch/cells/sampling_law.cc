#include "sketch/cells/sampling_law.h"

#include <algorithm>
#include <cmath>

#include "stats/interval/sampled_share.h"

namespace textkin::sketch {

double SamplingLaw::agreement(double similarity) const { return std::clamp(similarity, 0.0, 1.0); }

double SamplingLaw::candidate_probability(double /*similarity*/, std::uint32_t /*bands*/,
                                          std::uint32_t /*rows*/) const {
  return 0;
}

double SamplingLaw::variance(double similarity, double union_size, std::uint32_t cells) const {
  if (union_size <= cells || union_size <= 1) return 0;
  const double j = agreement(similarity);
  const double apart = std::isfinite(union_size) ? (union_size - cells) / (union_size - 1) : 1.0;
  return j * (1 - j) / cells * apart;
}

Interval SamplingLaw::interval(std::uint32_t matches, std::uint32_t cells, std::uint64_t size_a, std::uint64_t size_b,
                               double confidence, bool /*tight*/) const {
  return stats::sampled_jaccard(matches, cells, size_a, size_b, confidence);
}

}  // namespace textkin::sketch
