// What two unrelated sets share: the overlap X of two random subsets of sizes m and n of a universe of M things.
//
// X ~ Hypergeometric(M, m, n): P(X = x) = C(m, x) C(M - m, n - x) / C(M, n), E[X] = m n / M. Dembele and Lo 2017 write
// it as the mean of this and of the same with m and n exchanged (proposition 1, equations 10 and 11; their C_m^n is
// C(n, m)): both terms are equal, whichever set is drawn first. The similarity expected by chance is E[X / (m + n -
// X)], and the p-value of an observed overlap is P(X >= x). Real tokens are not equally likely: give the effective
// universe M_eff = 1 / sum q_i^2, which has the right mean overlap; the true tail is heavier (topics), so p-values rank
// and set thresholds, they are not the last word.
//
// Everything is a sum from the mode outwards, of ratios of neighbours that are exact quotients of integers; the first
// term comes from the saddle-point form of three binomials. Valid for M up to 2^63 (ready-made routines stop at 2^31
// and overflow before), relative error about 1e-9 from 2^40 on, 1e-12 for M up to 10^6. Arguments beyond (m or n > M,
// M > 2^63) are kInvalidArgument. Cost: some 20 standard deviations of X, about 1 ns each. Threads: any.
#pragma once

#include <cstdint>

#include "textkin/status.h"

namespace textkin::stats {

class ChanceOverlap {
 public:
  static constexpr std::uint64_t kLargestUniverse = std::uint64_t{1} << 63;

  static Result<ChanceOverlap> of(std::uint64_t universe, std::uint64_t m, std::uint64_t n);

  double mean() const;
  // ln P(X = x); -infinity where impossible.
  double log_pmf(std::uint64_t x) const;
  // ln P(X >= x); 0 where certain, -infinity where impossible. In logs, since p-values of 1e-1000 are everyday here.
  double log_tail(std::uint64_t x) const;
  // ln P(X <= x).
  double log_cdf(std::uint64_t x) const;
  double variance() const;
  // The least x with ln P(X >= x) <= log_p: what it takes to be significant. One more than possible where nothing does.
  std::uint64_t least_significant(double log_p) const;

  // E[J^order] of the similarity J = X / (m + n - X); 0 where both sets are empty.
  double jaccard_moment(double order) const;
  double expected_jaccard() const { return jaccard_moment(1); }

 private:
  ChanceOverlap(std::uint64_t universe, std::uint64_t m, std::uint64_t n) : universe_(universe), m_(m), n_(n) {}
  std::uint64_t least() const { return m_ + n_ > universe_ ? m_ + n_ - universe_ : 0; }
  std::uint64_t most() const { return m_ < n_ ? m_ : n_; }
  std::uint64_t mode() const;
  double step_up(std::uint64_t x) const;      // P(x + 1) / P(x)
  double step_down(std::uint64_t x) const;    // P(x - 1) / P(x)
  double sum_up(std::uint64_t from) const;    // sum of P(y) / P(from) over y >= from
  double sum_down(std::uint64_t from) const;  // sum of P(y) / P(from) over y <= from

  std::uint64_t universe_;
  std::uint64_t m_;
  std::uint64_t n_;
};

}  // namespace textkin::stats
