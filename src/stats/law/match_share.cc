#include "stats/law/match_share.h"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>

#include "stats/law/binomial.h"

namespace textkin::stats {
namespace {

// Decimals such as 0.05 are not exact: a count this close to the edge lies on it.
constexpr double kShareRounding = 1e-7;

}  // namespace

double MatchShare::pmf(std::uint32_t matches) const { return binomial_pmf(matches, cells_, p_); }

double MatchShare::moment(double order) const {
  double sum = 0;
  for (std::uint32_t x = 0; x <= cells_; ++x) sum += pmf(x) * std::pow(static_cast<double>(x) / cells_, order);
  return sum;
}

double MatchShare::between(double low, double high) const {
  const auto least = static_cast<std::int64_t>(std::ceil(cells_ * low - kShareRounding));
  const auto most = static_cast<std::int64_t>(std::floor(cells_ * high + kShareRounding));
  if (least > most) return 0;
  return std::max(0.0, binomial_cdf(most, cells_, p_) - binomial_cdf(least - 1, cells_, p_));
}

double MatchShare::within_by_chebyshev(double error) const {
  return error > 0 ? std::max(0.0, 1 - variance() / (error * error)) : 0.0;
}

double MatchShare::least_error(double confidence) const {
  // Counts are taken nearest first: the law is that of an integer, so only distances |x / k - p| matter.
  std::int64_t below = std::min(static_cast<std::int64_t>(std::floor(cells_ * p_)), std::int64_t{cells_});
  std::int64_t above = below + 1;
  double covered = 0;
  double error = 0;
  const auto distance = [&](std::int64_t x) { return std::abs(static_cast<double>(x) / cells_ - p_); };
  while (covered < confidence && (below >= 0 || above <= cells_)) {
    const bool down = above > cells_ || (below >= 0 && distance(below) <= distance(above));
    const std::int64_t next = down ? below-- : above++;
    covered += binomial_pmf(next, cells_, p_);
    error = distance(next);
  }
  return error;
}

double two_sided_normal(double confidence) {
  namespace policies = boost::math::policies;
  using Quiet = policies::policy<policies::domain_error<policies::ignore_error>,
                                 policies::overflow_error<policies::ignore_error>>;
  return std::numbers::sqrt2 * boost::math::erf_inv(std::clamp(confidence, 1e-12, 1 - 1e-12), Quiet());
}

Interval gaussian_interval(std::uint32_t matches, std::uint32_t cells, double confidence) {
  if (cells == 0) return {0, 1};
  const double p = std::min(1.0, static_cast<double>(matches) / cells);
  const double half = two_sided_normal(confidence) * std::sqrt(p * (1 - p) / cells);
  return {std::max(0.0, p - half), std::min(1.0, p + half)};
}

}  // namespace textkin::stats
