// False discovery rate: which of many p-values count as found, when most of the tests were never looked at.
//
// All pairs of N documents are T = N (N - 1) / 2 tests, of which a search only ever sees its candidates. The step-up
// procedure rejects the i* smallest p-values, i* the largest i with p_(i) <= q i / T:
//   Benjamini, Hochberg 1995: the expected share of false ones among those found is at most q where the p-values of
//     the true nulls are independent, or positively dependent on a subset (Benjamini, Yekutieli 2001);
//   Benjamini, Yekutieli 2001: under any dependence, with q divided by 1 + 1/2 + ... + 1/T (41.3 at T = 5e17).
// Pairs that were not seen count as p = 1: exact where every pair with p <= q i* / T is a candidate, else fewer are
// rejected than might have been, and a p-value that is replaced by 1 stays valid.
//
// The procedure is a greatest fixed point: from R = all seen, R <- #{p <= q R / T} falls to i* in a few steps. So it
// needs no sorted list, only a way to count, and the p-values may lie on disk or be made anew each time.
// p-values are natural logarithms: 1e-150 is an everyday one. Threads: any.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "textkin/status.h"

namespace textkin::stats {

enum class FdrMethod { kBenjaminiHochberg, kBenjaminiYekutieli };

struct FdrCut {
  double log_p = 0;            // reject where ln p <= this; -infinity where nothing is rejected
  std::uint64_t rejected = 0;  // i*
};

// `at_most(c)`: how many of the seen p-values have ln p <= c; fails as it must. `seen` of them in all, out of `tests`.
// Needs 0 < q <= 1 and tests >= seen.
using CountAtMost = std::function<Result<std::uint64_t>(double log_p)>;
Result<FdrCut> fdr_cut(double q, double tests, FdrMethod method, std::uint64_t seen, const CountAtMost& at_most);

// The same over p-values that are held in ascending order.
FdrCut fdr_cut(double q, double tests, FdrMethod method, std::span<const double> ascending_log_p);

// 1 + 1/2 + ... + 1/tests, by Euler's constant where there are many.
double harmonic(double tests);

}  // namespace textkin::stats
