#include "stats/law/hypergeometric.h"

#include <cmath>
#include <limits>
#include <string>

#include "stats/law/binomial.h"

namespace textkin::stats {
namespace {

// Terms beyond the mode fall at least geometrically; what is left after one this small is below the rounding.
constexpr double kNegligible = 1e-18;

double real(std::uint64_t x) { return static_cast<double>(x); }

}  // namespace

Result<ChanceOverlap> ChanceOverlap::of(std::uint64_t universe, std::uint64_t m, std::uint64_t n) {
  if (universe > kLargestUniverse)
    return Status(Code::kInvalidArgument,
                  "a universe of " + std::to_string(universe) + " things is too large; at most 2^63 can be computed");
  if (m > universe || n > universe)
    return Status(Code::kInvalidArgument, "sets of " + std::to_string(m) + " and " + std::to_string(n) +
                                              " do not fit in a universe of " + std::to_string(universe) +
                                              "; give a larger universe");
  return ChanceOverlap(universe, m, n);
}

double ChanceOverlap::mean() const { return universe_ == 0 ? 0.0 : real(m_) * (real(n_) / real(universe_)); }

std::uint64_t ChanceOverlap::mode() const {
  const auto product = static_cast<unsigned __int128>(m_ + 1) * (n_ + 1);
  const auto x = static_cast<std::uint64_t>(product / (universe_ + 2));
  return x < least() ? least() : x > most() ? most() : x;
}

double ChanceOverlap::step_up(std::uint64_t x) const {
  return (real(m_ - x) / real(x + 1)) * (real(n_ - x) / real(universe_ + x + 1 - m_ - n_));
}

double ChanceOverlap::step_down(std::uint64_t x) const {
  return (real(x) / real(m_ - x + 1)) * (real(universe_ + x - m_ - n_) / real(n_ - x + 1));
}

double ChanceOverlap::log_pmf(std::uint64_t x) const {
  if (x < least() || x > most()) return -std::numeric_limits<double>::infinity();
  if (n_ == 0 || n_ == universe_) return 0;
  // C(m, x) C(M - m, n - x) / C(M, n): three binomials of the same p; any p is right, p = n / M is accurate.
  const double p = real(n_) / real(universe_);
  const double q = real(universe_ - n_) / real(universe_);
  return binomial_log_pmf(real(x), real(m_), p, q) + binomial_log_pmf(real(n_ - x), real(universe_ - m_), p, q) -
         binomial_log_pmf(real(n_), real(universe_), p, q);
}

double ChanceOverlap::sum_up(std::uint64_t from) const {
  double sum = 1;
  double term = 1;
  for (std::uint64_t x = from; x < most(); ++x) {
    const double step = step_up(x);
    term *= step;
    sum += term;
    if (step < 1 && term < kNegligible * sum * (1 - step)) break;
  }
  return sum;
}

double ChanceOverlap::sum_down(std::uint64_t from) const {
  double sum = 1;
  double term = 1;
  for (std::uint64_t x = from; x > least(); --x) {
    const double step = step_down(x);
    term *= step;
    sum += term;
    if (step < 1 && term < kNegligible * sum * (1 - step)) break;
  }
  return sum;
}

double ChanceOverlap::log_tail(std::uint64_t x) const {
  if (x <= least()) return 0;
  if (x > most()) return -std::numeric_limits<double>::infinity();
  // The side away from the mode is summed, where every term is smaller than the one before.
  if (x > mode()) return log_pmf(x) + std::log(sum_up(x));
  const double below = std::exp(log_pmf(x - 1)) * sum_down(x - 1);
  return std::log1p(-std::fmin(below, 1.0));
}

double ChanceOverlap::log_cdf(std::uint64_t x) const {
  if (x >= most()) return 0;
  if (x < least()) return -std::numeric_limits<double>::infinity();
  if (x < mode()) return log_pmf(x) + std::log(sum_down(x));
  const double above = std::exp(log_pmf(x + 1)) * sum_up(x + 1);
  return std::log1p(-std::fmin(above, 1.0));
}

double ChanceOverlap::variance() const {
  if (universe_ < 2) return 0;
  const double others = real(universe_ - m_) / real(universe_ - 1);
  return mean() * others * (real(universe_ - n_) / real(universe_));
}

std::uint64_t ChanceOverlap::least_significant(double log_p) const {
  std::uint64_t low = least();
  std::uint64_t high = most() + 1;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (log_tail(middle) <= log_p)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

double ChanceOverlap::jaccard_moment(double order) const {
  if (m_ + n_ == 0) return 0;
  const auto jaccard = [this, order](std::uint64_t x) {
    const double similarity = real(x) / real(m_ + n_ - x);
    return order == 1 ? similarity : std::pow(similarity, order);
  };
  const std::uint64_t start = mode();
  // Weights relative to the mode's: their sum normalises, so no rounding of the first term enters.
  double weights = 1;
  double sum = jaccard(start);
  double term = 1;
  for (std::uint64_t x = start; x < most() && term > kNegligible; ++x) {
    term *= step_up(x);
    weights += term;
    sum += term * jaccard(x + 1);
  }
  term = 1;
  for (std::uint64_t x = start; x > least() && term > kNegligible; --x) {
    term *= step_down(x);
    weights += term;
    sum += term * jaccard(x - 1);
  }
  return sum / weights;
}

}  // namespace textkin::stats
