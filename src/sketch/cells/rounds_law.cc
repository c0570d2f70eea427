#include "sketch/cells/rounds_law.h"

#include "stats/interval/clopper_pearson.h"

namespace textkin::sketch {

double RoundsLaw::variance(double similarity, double union_size, std::uint32_t cells) const {
  return alpha_(cells, union_size) * BinomialLaw::variance(similarity, union_size, cells);
}

Interval RoundsLaw::interval(std::uint32_t matches, std::uint32_t cells, std::uint64_t size_a, std::uint64_t size_b,
                             double confidence, bool tight) const {
  if (!tight || cells == 0) return stats::clopper_pearson(matches, cells, confidence);
  const double estimate = static_cast<double>(matches) / cells;
  const double united = (static_cast<double>(size_a) + static_cast<double>(size_b)) / (1 + estimate);
  const double weight = 1 / alpha_(cells, united);
  return stats::clopper_pearson(matches * weight, cells * weight, confidence);
}

}  // namespace textkin::sketch
