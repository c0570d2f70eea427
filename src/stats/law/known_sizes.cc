#include "stats/law/known_sizes.h"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <limits>

namespace textkin::stats {
namespace {

class Likelihood {
 public:
  Likelihood(RowOutcomes rows, std::uint64_t f1, std::uint64_t f2) : rows_(rows), f1_(f1), f2_(f2) {}

  double at(std::uint64_t a) const {
    const double united = real(f1_ + f2_ - a);
    return term(rows_.equal, real(a) / united) + term(rows_.less, real(f1_ - a) / united) +
           term(rows_.greater, real(f2_ - a) / united);
  }

  // Its one maximum: ascends to it and descends from it.
  std::uint64_t best() const {
    std::uint64_t low = 0;
    std::uint64_t high = std::min(f1_, f2_);
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (rises_at(middle)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

 private:
  static double real(std::uint64_t x) { return static_cast<double>(x); }
  static double term(std::uint64_t count, double probability) {
    return count == 0 ? 0 : real(count) * std::log(probability);
  }

  // l(a + 1) > l(a), through quotients, which keep their digits; an end where l is -infinity is left.
  bool rises_at(std::uint64_t a) const {
    if (a == 0 && rows_.equal > 0) return true;
    if ((a + 1 == f1_ && rows_.less > 0) || (a + 1 == f2_ && rows_.greater > 0)) return false;
    const auto change = [](std::uint64_t count, double relative) {
      return count == 0 ? 0 : real(count) * std::log1p(relative);
    };
    const double united = real(f1_ + f2_ - a);
    return change(rows_.equal, 1 / real(a)) + change(rows_.less, -1 / real(f1_ - a)) +
               change(rows_.greater, -1 / real(f2_ - a)) -
               change(rows_.equal + rows_.less + rows_.greater, -1 / united) >
           0;
  }

  RowOutcomes rows_;
  std::uint64_t f1_;
  std::uint64_t f2_;
};

// sqrt of the chi-squared quantile with one degree of freedom.
double normal_quantile(double confidence) {
  return std::sqrt(2.0) * boost::math::erf_inv(std::clamp(confidence, 0.0, 1 - 1e-12));
}

}  // namespace

double known_sizes_variance(double a, double f1, double f2, double rows) {
  const double united = f1 + f2 - a;
  const double both = f1 + f2;
  return united * united * united / (rows * (both * both / a + f2 * f2 / (f1 - a) + f1 * f1 / (f2 - a)));
}

SharedEstimate shared_of_known_sizes(RowOutcomes rows, std::uint64_t f1, std::uint64_t f2, double confidence) {
  const Likelihood likelihood(rows, f1, f2);
  const std::uint64_t most = std::min(f1, f2);
  SharedEstimate out;
  out.shared = likelihood.best();
  const double inside = std::clamp(static_cast<double>(out.shared), .5, static_cast<double>(most) - .5);
  const auto count = static_cast<double>(rows.equal + rows.less + rows.greater);
  out.standard_error = std::sqrt(known_sizes_variance(inside, static_cast<double>(f1), static_cast<double>(f2), count));

  const double z = normal_quantile(confidence);
  const double floor = likelihood.at(out.shared) - z * z / 2;
  out.lower = 0;
  for (std::uint64_t high = out.shared; out.lower < high;) {
    const std::uint64_t a = out.lower + (high - out.lower) / 2;
    if (likelihood.at(a) >= floor) {
      high = a;
    } else {
      out.lower = a + 1;
    }
  }
  out.upper = most;
  for (std::uint64_t low = out.shared; low < out.upper;) {
    const std::uint64_t a = out.upper - (out.upper - low) / 2;
    if (likelihood.at(a) >= floor) {
      low = a;
    } else {
      out.upper = a - 1;
    }
  }
  return out;
}

}  // namespace textkin::stats
