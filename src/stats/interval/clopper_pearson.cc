#include "stats/interval/clopper_pearson.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "stats/quiet_policy.h"

namespace textkin::stats {

Interval clopper_pearson(double successes, double trials, double confidence) {
  if (!(trials > 0) || std::isnan(successes) || std::isnan(confidence)) return {0, 1};
  const double x = std::clamp(successes, 0.0, trials);
  const double half = (1 - std::clamp(confidence, 1e-12, 1 - 1e-12)) / 2;
  Interval out;
  out.lower = x > 0 ? boost::math::ibeta_inv(x, trials - x + 1, half, Quiet()) : 0.0;
  out.upper = x < trials ? boost::math::ibetac_inv(x + 1, trials - x, half, Quiet()) : 1.0;
  return out;
}

}  // namespace textkin::stats
