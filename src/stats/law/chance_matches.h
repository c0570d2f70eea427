// How likely two random sets look as alike as a sketch says: the p-value of the cells that agree.
//
// The null: sets of a and b different features, each drawn uniformly from M possible ones. They share X ~
// Hypergeometric(M, a, b), and of X follows how many samples agree:
//   whole sets       X itself: P(X >= x).
//   a sample of the union, without repeats (bottom-k): given X, s of a + b - X members are drawn. Given is the tail of
//                    Binomial(s, E[X / (a + b - X)]), which up to .1 is at most a hundredth below that of this law
//                    (checked over small cases, not proven), mostly above, and near it where the sample is a small
//                    part.
//   cells that agree with probability f(J) each, independently (k-permutation; for others, which depend on each other
//                    in the safe direction, a bound): sum over X of P(X) P(Binomial(cells, f(X / (a + b - X))) >= y).
//                    The binomial of the mean r alone would be far too small where the sets are not much larger than
//                    the sketch: all cells look at the same few features, and X varies.
// a and b are numbers of different features, as sketches keep them. Ondov et al. 2016 (Mash) have lengths of sequences
// instead, n of which show a share 1 - (1 - 1/M)^n (mash.h): of different ones the share is n / M, and the other
// is too small. What is uniform is a model: neighbours in a text overlap, so shared features come in runs.
// M is at most 2^63 (more counts as that), and as much as the sets need where it is given too small. Cost: 1 us; of
// cells some 15 us where X matters. Threads: any.
#pragma once

#include <cstdint>
#include <functional>

namespace textkin::stats {

class ChanceMatches {
 public:
  // Neither size is 0, `possible` is 1 or more.
  ChanceMatches(double possible, std::uint64_t size_a, std::uint64_t size_b);

  // ln P(so many or more), each for one of the three; 0 for none. In logs: p-values of 1e-1000 are everyday here.
  double log_p_of_sets(std::uint64_t shared) const;
  double log_p_of_sample(std::uint64_t matches, std::uint64_t sample) const;
  double log_p_of_cells(std::uint64_t matches, std::uint64_t cells,
                        const std::function<double(double)>& agreement) const;

 private:
  double similarity_at(double shared) const;

  std::uint64_t possible_;
  std::uint64_t size_a_;
  std::uint64_t size_b_;
};

}  // namespace textkin::stats
