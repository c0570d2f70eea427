// p-values are kept as natural logarithms, since 1e-1000 is an everyday one; this is what stands for one as a plain
// number: itself, or where no double is so small the least normal one, so that it is never smaller than it is and 0
// only where the event cannot be.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace textkin {

inline double plain_p_value(double log_p) {
  return std::isinf(log_p) ? 0.0 : std::max(std::exp(log_p), std::numeric_limits<double>::min());
}

}  // namespace textkin
