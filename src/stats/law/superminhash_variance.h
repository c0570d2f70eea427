// The variance of SuperMinHash as a share of the binomial variance.
//
//   alpha(k, u) = 1 - (k-1)/(u-1) sum_{q=1}^{k-1} (q/(k-1))^u [ ((q+1)/k)^u + ((q-1)/k)^u - 2 (q/k)^u ]
// for k cells and a union of u members: Ertl 2017 (arXiv 1706.05698), the theorem on the variance of the estimator.
// Exact for ideal hash functions. About 1/2 for 1 << u << k, 1 for u >> k. `u` is real (it may be an estimate, or
// infinite); below 2 it is taken as 2, since a union of one member has no variance at all. Cost: 4 k powers. Threads:
// any.
#pragma once

#include <cstdint>

namespace textkin::stats {

double superminhash_alpha(std::uint32_t k, double u);

}  // namespace textkin::stats
