// Clopper-Pearson interval of a proportion.
//
// Promise: for X ~ Binomial(trials, p) the interval holds p with probability >= confidence, whatever p is:
//   lower = Beta^-1(a/2; x, n - x + 1), upper = Beta^-1(1 - a/2; x + 1, n - x), a = 1 - confidence,
// with 0 and 1 at the ends x = 0 and x = n. Wald, Wilson and Jeffreys fall below the stated coverage; do not use them
// where a promise is made.
// `successes` and `trials` are real, so that a sketch whose cells carry more than one trial each can say so.
// Needs 0 <= successes <= trials; trials 0 gives [0, 1]. Confidence is taken into (0, 1); none that is
// a number gives [0, 1].
// Cost: two inverse incomplete betas, about 2 us. Threads: any.
// Reference: Clopper, Pearson 1934.
#pragma once

#include "textkin/estimate.h"

namespace textkin::stats {

Interval clopper_pearson(double successes, double trials, double confidence);

}  // namespace textkin::stats
