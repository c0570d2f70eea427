#include "stats/law/rounds_variance.h"

#include <algorithm>
#include <cmath>

namespace textkin::stats {

double rounds_alpha(std::uint32_t k, double u) {
  if (k < 2) return 1;  // one cell is one trial
  const double size = std::max(u, 2.0);
  const double miss_one = size * std::log1p(-1.0 / k);  // logarithms of the chances that a round misses a cell, or two
  const double miss_both = k == 2 ? -HUGE_VAL : size * std::log1p(-2.0 / k);
  // (1 - 2 q + m) / (1 - m) = 2 (1 - q) / (1 - m) - 1, which keeps its digits where q and m are close to 1.
  const double together = 2 * std::expm1(miss_one) / std::expm1(miss_both) - 1;
  return 1 - (k - 1) / (size - 1) * together * -std::expm1(miss_both * k);
}

}  // namespace textkin::stats
