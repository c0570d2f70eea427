// The law of the share of matching cells, X / k with X ~ Binomial(k, p): the estimate of RU, RUM and of every sketch
// with independent cells (Dembele, Lo 2017, equations 16 and 17).
//
// Moments, and what follows from two of them (Chebyshev) or from the central limit theorem (Gauss), beside the exact
// answers that make both unnecessary. Misprints of the paper that are corrected here: the Gaussian interval has
// half-width z sqrt(p (1 - p) / k), not z sqrt(p (1 - p)) / k; C_m^n in its equation 10 is C(n, m).
// Needs 0 <= p <= 1 and k >= 1. Threads: any.
#pragma once

#include <cstdint>

#include "textkin/estimate.h"

namespace textkin::stats {

class MatchShare {
 public:
  MatchShare(double p, std::uint32_t cells) : p_(p), cells_(cells) {}

  double pmf(std::uint32_t matches) const;
  double mean() const { return p_; }
  double variance() const { return p_ * (1 - p_) / cells_; }
  // E[(X / k)^order], summed over the law; order > 0. Cost: k terms.
  double moment(double order) const;

  // P(low <= X / k <= high), exact; a count that misses by rounding alone is between.
  double between(double low, double high) const;
  // P(|X / k - p| <= error).
  double within(double error) const { return between(p_ - error, p_ + error); }
  // The same by Chebyshev's inequality: at least this.
  double within_by_chebyshev(double error) const;
  // The least error with within(error) >= confidence.
  double least_error(double confidence) const;

 private:
  double p_;
  std::uint32_t cells_;
};

// z with P(|N(0, 1)| <= z) = confidence, which is taken into (0, 1): 1.96 for 0.95.
double two_sided_normal(double confidence);

// estimate +- z sqrt(estimate (1 - estimate) / k), cut to [0, 1]: the Gaussian interval of the paper, corrected. It
// covers less than it says (0.81 at worst for a nominal 0.95 and k = 128) and has no width where all cells agree or
// none: for comparison only, clopper_pearson() keeps its promise.
Interval gaussian_interval(std::uint32_t matches, std::uint32_t cells, double confidence);

}  // namespace textkin::stats
