// alpha(k, u): the variance of a sketch that fills its k cells in rounds, as a share of the binomial variance.
//
// Fast Similarity Sketching throws every member of a set into one random cell a round; a cell keeps the first round's
// least. Let two cells be filled for the first time in rounds S and T. If S != T their winners are independent and
// uniform over the union of u members; if S = T they are different members, since a member has one cell a round. Hence
// the covariance of two cells is -J (1 - J) P(S = T) / (u - 1), and Var(estimate) = alpha(k, u) J (1 - J) / k with
//   alpha = 1 - (k-1)/(u-1) P(S = T),   P(S = T) = [1 - 2 (1-1/k)^u + (1-2/k)^u] / [1 - (1-2/k)^u] (1 - (1-2/k)^(uk)),
// the last factor for the k rounds after which cells are filled one by one. Exact for ideal hash functions.
// About 1/2 for u << k, 1 for u >> k. SuperMinHash, which throws without replacement, has a law of its own (Ertl 2017,
// arXiv 1706.05698): within 2 % of this one from u = 24 on, down to 1/3 where this one stays at 1/2.
// `u` is real (it may be an estimate); below 2 it is taken as 2, since a union of one member has no variance at all.
// Cost: a few exponentials. Threads: any.
#pragma once

#include <cstdint>

namespace textkin::stats {

double rounds_alpha(std::uint32_t k, double u);

}  // namespace textkin::stats
