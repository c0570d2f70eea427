#include "stats/interval/clopper_pearson.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>

namespace textkin::stats {
namespace {

namespace policies = boost::math::policies;

// No exception leaves this room: a value out of range comes back as NaN or the limit.
using Quiet =
    policies::policy<policies::domain_error<policies::ignore_error>, policies::pole_error<policies::ignore_error>,
                     policies::overflow_error<policies::ignore_error>,
                     policies::underflow_error<policies::ignore_error>, policies::denorm_error<policies::ignore_error>,
                     policies::evaluation_error<policies::ignore_error>,
                     policies::indeterminate_result_error<policies::ignore_error>, policies::promote_double<false>>;

}  // namespace

Interval clopper_pearson(double successes, double trials, double confidence) {
  if (!(trials > 0)) return {0, 1};
  const double x = std::clamp(successes, 0.0, trials);
  const double half = (1 - std::clamp(confidence, 1e-12, 1 - 1e-12)) / 2;
  Interval out;
  out.lower = x > 0 ? boost::math::ibeta_inv(x, trials - x + 1, half, Quiet()) : 0.0;
  out.upper = x < trials ? boost::math::ibetac_inv(x + 1, trials - x, half, Quiet()) : 1.0;
  return out;
}

}  // namespace textkin::stats
