#include "stats/law/binomial_law.h"

#include <algorithm>
#include <cmath>

#include "stats/interval/clopper_pearson.h"

namespace textkin::stats {

double banding_probability(double similarity, std::uint32_t bands, std::uint32_t rows) {
  if (bands == 0) return 0;
  if (rows == 0 || similarity >= 1) return 1;
  if (!(similarity > 0)) return 0;
  const double band = std::exp(rows * std::log(similarity));
  return -std::expm1(bands * std::log1p(-band));
}

double BinomialLaw::agreement(double similarity) const { return std::clamp(similarity, 0.0, 1.0); }

double BinomialLaw::candidate_probability(double similarity, std::uint32_t bands, std::uint32_t rows) const {
  return banding_probability(agreement(similarity), bands, rows);
}

double BinomialLaw::variance(double similarity, double /*union_size*/, std::uint32_t cells) const {
  const double j = agreement(similarity);
  return j * (1 - j) / cells;
}

Interval BinomialLaw::interval(std::uint32_t matches, std::uint32_t cells, std::uint64_t /*size_a*/,
                               std::uint64_t /*size_b*/, double confidence, bool /*tight*/) const {
  return clopper_pearson(matches, cells, confidence);
}

}  // namespace textkin::stats
