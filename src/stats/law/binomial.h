// The binomial law: X successes in n independent trials of probability p.
//
// Tails are regularised incomplete betas (Boost.Math), accurate to about 1e-13 relative also where they are tiny.
// log_pmf uses Loader's saddle-point form and loses no digits for n up to 2^50, where differences of log-gammas would.
// Arguments: 0 <= p <= 1, x may be anything (outside [0, n] the answers are 0 and 1). Threads: any.
// Reference: Loader, Fast and accurate computation of binomial probabilities, 2000.
#pragma once

#include <cstdint>

namespace textkin::stats {

// ln P(X = x); -infinity where impossible. `p` and `q` = 1 - p are both given, so that neither is rounded away.
double binomial_log_pmf(double x, double n, double p, double q);

double binomial_pmf(std::int64_t x, std::int64_t n, double p);

// P(X <= x).
double binomial_cdf(std::int64_t x, std::int64_t n, double p);

// P(X >= x).
double binomial_tail(std::int64_t x, std::int64_t n, double p);

// ln P(X >= x): keeps its digits where the tail is below the least double. 0 where certain, -infinity where impossible.
// Cost: some ten standard deviations of X where the tail is small.
double binomial_log_tail(std::int64_t x, std::int64_t n, double p);

}  // namespace textkin::stats
