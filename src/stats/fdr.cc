#include "stats/fdr.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace textkin::stats {

double harmonic(double tests) {
  constexpr double kFew = 1000;
  if (tests > kFew) return std::log(tests) + std::numbers::egamma + 0.5 / tests - 1 / (12 * tests * tests);
  double sum = 0;
  for (double i = tests; i >= 1; --i) sum += 1 / i;
  return sum;
}

Result<FdrCut> fdr_cut(double q, double tests, FdrMethod method, std::uint64_t seen, const CountAtMost& at_most) {
  FdrCut cut{-std::numeric_limits<double>::infinity(), seen};
  const double per_test =
      std::log(q) - std::log(tests) - (method == FdrMethod::kBenjaminiYekutieli ? std::log(harmonic(tests)) : 0.0);
  while (cut.rejected > 0) {
    cut.log_p = per_test + std::log(static_cast<double>(cut.rejected));
    TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t below, at_most(cut.log_p));
    if (below >= cut.rejected) return cut;
    cut.rejected = below;
  }
  return FdrCut{-std::numeric_limits<double>::infinity(), 0};
}

FdrCut fdr_cut(double q, double tests, FdrMethod method, std::span<const double> ascending_log_p) {
  const CountAtMost count = [&](double log_p) -> Result<std::uint64_t> {
    return static_cast<std::uint64_t>(std::ranges::upper_bound(ascending_log_p, log_p) - ascending_log_p.begin());
  };
  return *fdr_cut(q, tests, method, ascending_log_p.size(), count);
}

}  // namespace textkin::stats
