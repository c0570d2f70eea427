#include "stats/law/rounds_variance.h"

#include <algorithm>
#include <cmath>

namespace textkin::stats {

double rounds_alpha(std::uint32_t k, double u) {
  if (k < 2) return 1;  // one cell is one trial
  const double size = std::max(u, 2.0);
  const auto power = [size](double q, double of) { return std::exp(size * std::log1p((q - of) / of)); };
  double below = 0;
  double here = power(1, k);
  double sum = 0;
  for (std::uint32_t q = 1; q < k; ++q) {
    const double above = power(q + 1, k);
    // (q/(k-1))^u = (q/k)^u (k/(k-1))^u would overflow for large u, so it is a power of its own.
    sum += power(q, k - 1) * (above + below - 2 * here);
    below = here;
    here = above;
  }
  return std::clamp(1 - (k - 1) / (size - 1) * sum, 0.0, 1.0);
}

}  // namespace textkin::stats
