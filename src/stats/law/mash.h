// The Mash distance of two sets of k-mers, and how likely a similarity is by chance.
//
// If every position of one sequence changed with probability D, independently, a k-mer would survive with probability
// e^(-kD), and the Jaccard similarity of the k-mer sets would be about j = 1 / (2 e^(kD) - 1). Read backwards (Ondov et
// al. 2016, Mash; after Fan et al. 2015):
//   D = -(1/k) ln(2 j / (1 + j)),
// which falls from 1 (by definition at j = 0, and never above) to 0 at j = 1. 2 j / (1 + j) is the Dice similarity.
//
// By chance: a random sequence of n k-mers over an alphabet of `letters` symbols has a given k-mer with probability
//   P(K in X) = 1 - (1 - letters^-k)^n                      (the exact form of theirs)
// two of them have the expected similarity r = x y / (x + y - x y) with x, y these probabilities, and of `cells` cells
// at least `matches` agree with the probability of a binomial tail: the p-value. Sets of words have no
// alphabet: give the number of possible features instead. n is a length: where
// the number of different features is known the share is n / possible, and chance_matches.h has the p-value of that.
// Arguments: 0 <= j <= 1, k >= 1, possible >= 1 (real: 4^31 is no integer of 32 bits). Threads: any.
#pragma once

#include <cstdint>

#include "textkin/estimate.h"

namespace textkin::stats {

// The distance in [0, 1] of two sets of similarity `jaccard`.
double mash_distance(double jaccard, double k);

// The similarity at a distance in [0, 1]: the inverse, but for j = 0, which every j whose distance is 1 or more shares.
double mash_similarity(double distance, double k);

// The distances that an interval of similarities stands for; the order turns round.
Interval mash_distances(const Interval& jaccard, double k);

// r: the similarity expected of random sequences of n = size_a, size_b features drawn from `possible` (4^k for DNA),
// with repeats.
double mash_chance_similarity(double possible, double size_a, double size_b);

// ln P(at least `matches` of `cells` cells agree by chance). In logs, as p-values of 1e-1000 are everyday here.
double mash_log_p_value(std::uint64_t matches, std::uint64_t cells, double chance_similarity);

}  // namespace textkin::stats
