#include "stats/law/accuracy.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <string>

#include "stats/law/binomial.h"
#include "stats/law/hypergeometric.h"
#include "stats/quiet_policy.h"

namespace textkin::stats {
namespace {

// Decimals such as 0.05 are not exact: a count this close to the edge lies on it.
constexpr double kRounding = 1e-7;
constexpr std::uint32_t kMostCells = 1u << 21;

class AgreeingCells {
 public:
  AgreeingCells(const CollisionLaw& law, double similarity, double union_size, std::uint32_t cells)
      : p_(law.agreement(similarity)),
        cells_(cells),
        alpha_(p_ > 0 && p_ < 1 ? variance_ratio(law, similarity, union_size, cells) : 1.0) {}

  // P(X <= x).
  double cdf(std::int64_t x) const {
    if (alpha_ == 1) return binomial_cdf(x, cells_, p_);
    if (x < 0) return 0;
    if (x >= cells_) return 1;
    if (!(alpha_ > 0)) return static_cast<double>(x) + kRounding >= static_cast<double>(cells_) * p_ ? 1.0 : 0.0;
    const double trials = static_cast<double>(cells_) / alpha_;
    const double successes = (static_cast<double>(x) + 0.5) / alpha_ - 0.5;
    if (successes <= -1) return 0;
    if (successes >= trials) return 1;
    return boost::math::ibetac(successes + 1, trials - successes, p_, Quiet());
  }

 private:
  double p_;
  std::int64_t cells_;
  double alpha_;
};

std::int64_t least_count(const CollisionLaw& law, double similarity, std::uint32_t cells) {
  if (similarity <= 0) return 0;
  return static_cast<std::int64_t>(std::ceil(cells * law.agreement(std::min(similarity, 1.0)) - kRounding));
}

// ln of the Chernoff bound a cell: exp(-KL(q || p)) for a share of q or beyond.
double divergence(double q, double p) {
  const auto term = [](double x, double y) { return x > 0 ? x * std::log(x / y) : 0.0; };
  return term(q, p) + term(1 - q, 1 - p);
}

}  // namespace

double variance_ratio(const CollisionLaw& law, double similarity, double union_size, std::uint32_t cells) {
  constexpr double kStep = 1e-6;
  const double s = std::clamp(similarity, kStep, 1 - kStep);
  const double slope = (law.agreement(s + kStep) - law.agreement(s - kStep)) / (2 * kStep);
  const double p = law.agreement(s);
  const double independent = p * (1 - p) / cells / (slope * slope);
  const double ratio = law.variance(s, union_size, cells) / independent;
  // What differs from 1 by the rounding of the slope alone is exactly binomial.
  return std::abs(ratio - 1) < 1e-6 ? 1.0 : ratio;
}

double probability_within(const CollisionLaw& law, const AccuracyCase& wanted, std::uint32_t cells) {
  const std::int64_t least = least_count(law, wanted.similarity - wanted.error, cells);
  std::int64_t most = cells;
  if (wanted.similarity + wanted.error < 1)
    most = static_cast<std::int64_t>(std::floor(cells * law.agreement(wanted.similarity + wanted.error) + kRounding));
  const AgreeingCells agreeing(law, wanted.similarity, wanted.union_size, cells);
  return least > most ? 0.0 : std::max(0.0, agreeing.cdf(most) - agreeing.cdf(least - 1));
}

double sample_probability_within(const AccuracyCase& wanted, std::uint32_t sample) {
  const auto united = static_cast<std::uint64_t>(std::llround(wanted.union_size));
  const auto shared = static_cast<std::uint64_t>(std::llround(wanted.similarity * wanted.union_size));
  if (sample >= united) return 1;
  const Result<ChanceOverlap> law = ChanceOverlap::of(united, shared, sample);
  if (!law.ok()) return 0;
  // The share of the union itself, which rounding may have moved.
  const double share = static_cast<double>(shared) / static_cast<double>(united);
  const double least = std::ceil(sample * (share - wanted.error) - kRounding);
  const double most = std::floor(sample * (share + wanted.error) + kRounding);
  if (most < 0 || least > most) return 0;
  const double below = least > 0 ? std::exp(law->log_cdf(static_cast<std::uint64_t>(least) - 1)) : 0.0;
  return std::max(0.0, std::exp(law->log_cdf(static_cast<std::uint64_t>(most))) - below);
}

double probability_at_least(const CollisionLaw& law, double similarity, double threshold, double union_size,
                            std::uint32_t cells) {
  const AgreeingCells agreeing(law, similarity, union_size, cells);
  return 1 - agreeing.cdf(least_count(law, threshold, cells) - 1);
}

Result<std::uint32_t> cells_needed(const CollisionLaw& law, const AccuracyCase& wanted, double confidence,
                                   std::uint32_t step) {
  // Beyond `enough` the two Chernoff bounds together are below delta for every k; from there downwards by trial.
  const double p = law.agreement(wanted.similarity);
  double rate = HUGE_VAL;
  if (wanted.similarity - wanted.error > 0)
    rate = std::min(rate, divergence(law.agreement(wanted.similarity - wanted.error), p));
  if (wanted.similarity + wanted.error < 1)
    rate = std::min(rate, divergence(law.agreement(wanted.similarity + wanted.error), p));
  const double enough = std::isfinite(rate) ? std::log(2 / (1 - confidence)) / rate : 1.0;
  if (!(enough < kMostCells))
    return Status(Code::kExhausted, "this accuracy needs more than a million cells; ask for a larger error");
  step = std::max(step, 1u);
  std::uint32_t cells = (static_cast<std::uint32_t>(enough) / step + 1) * step;
  while (cells > step && probability_within(law, wanted, cells - step) >= confidence) cells -= step;
  return cells;
}

double hoeffding_cells(double error, double confidence) {
  return std::ceil(std::log(2 / (1 - confidence)) / (2 * error * error) - kRounding);
}

}  // namespace textkin::stats
