#include "stats/law/rounds_variance.h"

#include <algorithm>
#include <cmath>

namespace textkin::stats {
namespace {

constexpr double kLeast = 2;
constexpr double kStepsPerUnit = 16;  // grid points per factor e of u

}  // namespace

double rounds_alpha(std::uint32_t k, double u) {
  if (k < 2) return 1;  // one cell is one trial
  const double size = std::max(u, kLeast);
  std::vector<double> power(k + 1);  // (q / k)^u
  power[0] = 0;
  for (std::uint32_t q = 1; q <= k; ++q) power[q] = std::exp(size * std::log(static_cast<double>(q) / k));
  // (q/(k-1))^u = (q/k)^u (k/(k-1))^u would overflow for large u, so it is a power of its own.
  double sum = 0;
  for (std::uint32_t q = 1; q < k; ++q)
    sum += std::exp(size * std::log(static_cast<double>(q) / (k - 1))) * (power[q + 1] + power[q - 1] - 2 * power[q]);
  return std::clamp(1 - (k - 1) / (size - 1) * sum, 0.0, 1.0);
}

RoundsVariance::RoundsVariance(std::uint32_t k) {
  // Past u = 128 k what is left to 1 is below 1/256 of it; the last point is used from there on.
  const double last = std::log(128.0 * std::max(k, 2u) / kLeast);
  const auto points = static_cast<std::size_t>(std::ceil(last * kStepsPerUnit)) + 1;
  grid_.reserve(points);
  for (std::size_t i = 0; i < points; ++i)
    grid_.push_back(rounds_alpha(k, kLeast * std::exp(static_cast<double>(i) / kStepsPerUnit)));
}

double RoundsVariance::alpha(double u) const {
  const double place = std::log(std::max(u, kLeast) / kLeast) * kStepsPerUnit;
  const double limit = static_cast<double>(grid_.size() - 1);
  if (place >= limit) return grid_.back();
  const auto below = static_cast<std::size_t>(place);
  const double share = place - static_cast<double>(below);
  return grid_[below] + share * (grid_[below + 1] - grid_[below]);
}

}  // namespace textkin::stats
