#include "stats/law/superminhash_variance.h"

#include <algorithm>
#include <cmath>

namespace textkin::stats {

double superminhash_alpha(std::uint32_t k, double u) {
  if (k < 2 || std::isinf(u)) return 1;  // one cell is one trial, and in the limit all are
  const double size = std::max(u, 2.0);
  const double cells = k;
  double sum = 0;
  for (std::uint32_t i = 1; i < k; ++i) {
    const double q = i;
    // The second difference of x^u at q/k, as a factor of ((q+1)/k)^u: so it neither overflows nor loses its digits.
    const double one_down = std::expm1(size * std::log(q / (q + 1)));
    const double two_down = q == 1 ? -1 : std::expm1(size * std::log((q - 1) / (q + 1)));
    sum += std::exp(size * (std::log(q / (cells - 1)) + std::log((q + 1) / cells))) * (two_down - 2 * one_down);
  }
  return 1 - (cells - 1) / (size - 1) * sum;
}

}  // namespace textkin::stats
