#include "stats/law/binomial.h"

#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "stats/quiet_policy.h"

namespace textkin::stats {
namespace {

// ln n! - (ln sqrt(2 pi n) + n ln n - n): what Stirling's formula leaves out.
double stirling_rest(double n) {
  if (n < 16) {
    return std::lgamma(n + 1) - (n + 0.5) * std::log(n) + n - 0.5 * std::log(2 * std::numbers::pi);
  }
  const double square = n * n;
  return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - 1.0 / 1188 / square) / square) / square) / square) / n;
}

// x ln(x / mean) + mean - x without the cancellation at x close to the mean.
double deviance(double x, double mean) {
  if (std::abs(x - mean) < 0.1 * (x + mean)) {
    const double v = (x - mean) / (x + mean);
    double sum = (x - mean) * v;
    double term = 2 * x * v;
    for (int odd = 3; odd < 1000; odd += 2) {
      term *= v * v;
      const double next = sum + term / odd;
      if (next == sum) break;
      sum = next;
    }
    return sum;
  }
  return x * std::log(x / mean) + mean - x;
}

}  // namespace

double binomial_log_pmf(double x, double n, double p, double q) {
  constexpr double kNever = -std::numeric_limits<double>::infinity();
  if (x < 0 || x > n) return kNever;
  if (p <= 0) return x == 0 ? 0.0 : kNever;
  if (q <= 0) return x == n ? 0.0 : kNever;
  if (x == 0) return n == 0 ? 0.0 : (p < 0.1 ? -deviance(n, n * q) - n * p : n * std::log(q));
  if (x == n) return q < 0.1 ? -deviance(n, n * p) - n * q : n * std::log(p);
  const double rests = stirling_rest(n) - stirling_rest(x) - stirling_rest(n - x);
  const double spread = 0.5 * (std::log(2 * std::numbers::pi) + std::log(x) + std::log1p(-x / n));
  return rests - deviance(x, n * p) - deviance(n - x, n * q) - spread;
}

double binomial_pmf(std::int64_t x, std::int64_t n, double p) {
  return std::exp(binomial_log_pmf(static_cast<double>(x), static_cast<double>(n), p, 1 - p));
}

double binomial_cdf(std::int64_t x, std::int64_t n, double p) {
  if (x < 0) return 0;
  if (x >= n) return 1;
  if (p <= 0) return 1;
  if (p >= 1) return 0;
  return boost::math::ibetac(static_cast<double>(x) + 1, static_cast<double>(n - x), p, Quiet());
}

double binomial_tail(std::int64_t x, std::int64_t n, double p) {
  if (x <= 0) return 1;
  if (x > n) return 0;
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  return boost::math::ibeta(static_cast<double>(x), static_cast<double>(n - x) + 1, p, Quiet());
}

double binomial_log_tail(std::int64_t x, std::int64_t n, double p) {
  constexpr double kSmall = 1e-200;
  const double tail = binomial_tail(x, n, p);
  if (tail > kSmall || x > n || !(p > 0)) return std::log(tail);
  // Far above the mode: every term is a falling multiple of the one before.
  double sum = 1;
  double term = 1;
  for (std::int64_t y = x; y < n && term > 1e-18 * sum; ++y) {
    term *= static_cast<double>(n - y) / static_cast<double>(y + 1) * (p / (1 - p));
    sum += term;
  }
  return binomial_log_pmf(static_cast<double>(x), static_cast<double>(n), p, 1 - p) + std::log(sum);
}

}  // namespace textkin::stats
