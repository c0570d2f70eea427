// Intervals from a sample drawn without replacement: a sketch that samples the members of sets (bottom-k, one
// permutation hashing) knows the sizes of the sets beside the sample, so the exact law is hypergeometric.
//
// Promise: the interval holds the truth with probability >= confidence, whatever it is: it is the range of those shared
// counts a under which neither P(X >= matches) nor P(X <= matches) falls to (1 - confidence) / 2. It also holds
// matches / sample, which may be beyond what the sizes allow. Where the sample is the whole population it is a point.
// Never wider than Clopper-Pearson by more than the step of one member, but where it has to hold such an estimate.
// Sizes up to 2^32. `sample` 0, or a sample that sets of these sizes cannot have, gives [0, 1]. Cost: some 60
// hypergeometric tails, 10 to 100 us. Threads: any.
#pragma once

#include <cstdint>

#include "textkin/estimate.h"

namespace textkin::stats {

// Of the Jaccard similarity a / (size_a + size_b - a): `matches` of `sample` members drawn from the union are in both.
Interval sampled_jaccard(std::uint64_t matches, std::uint64_t sample, std::uint64_t size_a, std::uint64_t size_b,
                         double confidence);

// Of the share a / population: `matches` of `sample` members drawn from the population are marked; at most `most` are.
Interval sampled_share(std::uint64_t matches, std::uint64_t sample, std::uint64_t population, std::uint64_t most,
                       double confidence);

}  // namespace textkin::stats
