// How accurate a sketch of k cells is, and how many cells an accuracy needs: exact where its law is, not by bounds.
//
// X of k cells agree; each agrees with probability p = law.agreement(s). With independent cells X ~ Binomial(k, p), and
// |estimate - s| <= error is a range of counts: their binomial probability is the answer, exactly. Where the law has
// less variance than that (fss, one-permutation, bottom-k: law.variance), the binomial of k / alpha trials with the
// same share is taken, alpha the ratio of the variances, with half a count of continuity on both sides: within
// 0.015 of simulated fss (unions of 30 to 300, 64 and 128 cells), 0.006 of a sample of the union. That needs the size
// of the union; for a union far larger than the sketch alpha is 1.
//
// The least number of cells: P is not monotone in k (it jumps where another count comes within reach), so
// cells_needed() is the least k from which on every k keeps the promise. Hoeffding's bound, k >= ln(2/delta) /
// (2 error^2), holds whatever the similarity and asks for about twice as many; the rule of thumb "expected error
// 1 / sqrt(k)" (400 cells for 0.05) is its order of magnitude.
// Threads: any.
#pragma once

#include <cstdint>

#include "textkin/collision_law.h"
#include "textkin/status.h"

namespace textkin::stats {

// A union so large that cells are as good as independent.
inline constexpr double kLargeUnion = 1e15;

// What is asked of a sketch of two sets of this similarity.
struct AccuracyCase {
  double similarity = 0.5;
  double error = 0.05;
  double union_size = kLargeUnion;
};

// alpha: the variance of the estimate as a share of that of independent cells; 1 where it is that but for rounding.
double variance_ratio(const CollisionLaw& law, double similarity, double union_size, std::uint32_t cells);

// P(|estimate - similarity| <= error) with this many cells.
double probability_within(const CollisionLaw& law, const AccuracyCase& wanted, std::uint32_t cells);

// The same, exactly, for a sketch that is a sample of so many members of the union (bottom-k): of a union of
// round(union_size) members, round(similarity union_size) are in both sets, X of the sample ~ Hypergeometric. 1 where
// the sample is the union. Unions up to 2^40.
double sample_probability_within(const AccuracyCase& wanted, std::uint32_t sample);

// P(estimate >= threshold): how often the sketch alone would take a pair of this similarity for alike.
double probability_at_least(const CollisionLaw& law, double similarity, double threshold, double union_size,
                            std::uint32_t cells);

// The least number of cells, a multiple of `step` (0: of 1), from which on probability_within() >= confidence.
// kExhausted where that could be more than 2^21. Cost: a few tenths of a microsecond a number between the answer and a
// bound twice that.
Result<std::uint32_t> cells_needed(const CollisionLaw& law, const AccuracyCase& wanted, double confidence,
                                   std::uint32_t step);

// Hoeffding 1963: as many are enough at every similarity, for independent cells that agree with the similarity itself.
double hoeffding_cells(double error, double confidence);

}  // namespace textkin::stats
