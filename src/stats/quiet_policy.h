// Quiet: how the functions of Boost are called. No exception leaves this room: a value out of range comes back as NaN
// or the limit. Doubles are computed as doubles, so that an answer does not depend on how wide a machine's long double
// is.
#pragma once

#include <boost/math/policies/policy.hpp>

namespace textkin::stats {

namespace policies = boost::math::policies;

using Quiet =
    policies::policy<policies::domain_error<policies::ignore_error>, policies::pole_error<policies::ignore_error>,
                     policies::overflow_error<policies::ignore_error>,
                     policies::underflow_error<policies::ignore_error>, policies::denorm_error<policies::ignore_error>,
                     policies::evaluation_error<policies::ignore_error>,
                     policies::rounding_error<policies::ignore_error>,
                     policies::indeterminate_result_error<policies::ignore_error>, policies::promote_double<false>>;

}  // namespace textkin::stats
