// Similarities of sub-samples: what sampling both sets independently gives, and what sampling them together gives.
//
// Theorem 2 of Dembele and Lo 2017 draws n(1) members of S1 and n(2) of S2, independently, and says that the similarity
// of the samples converges to that of the sets. It does not, short of taking everything: a shared member counts only
// where both samples have it. With c shared members and sampling shares f1 = n(1)/|S1|, f2 = n(2)/|S2| the overlap X
// has
//   E[X] = c f1 f2,   so that the similarity is near c f1 f2 / (n(1) + n(2) - c f1 f2),
// which for f1 = f2 = f is f c / (|S1| + |S2| - f c): about f times too small, for sets of any size (0.026 instead of
// 1/3 with a tenth of two sets of 1000 that share 500: a Glivenko-Cantelli rate is one of each sample to its own set,
// and says nothing about their overlap). The whole law is here: H of the shared members are in the sample of S1,
// H ~ Hypergeometric(|S1|, c, n(1)), and given that X ~ Hypergeometric(|S2|, H, n(2)).
//
// What converges is to sample both sets by the same rule: keep a member where a hash of it is below a threshold, or is
// among the m least of the union (bottom-k). Then a sample of m of the union of u has X ~ Hypergeometric(u, c, m) of
// its members in both: E[X / m] = J exactly, variance J (1 - J) / m (u - m) / (u - 1).
// Threads: any.
#pragma once

#include <cstdint>
#include <vector>

#include "textkin/status.h"

namespace textkin::stats {

class IndependentSamples {
 public:
  // Samples of n_a and n_b members of sets of these sizes, of which `shared` are in both. kInvalidArgument where
  // samples or overlap are larger than the sets, or sets larger than 2^24. Cost: 24 standard deviations of H times
  // those of X, some 50 ns each.
  static Result<IndependentSamples> of(std::uint64_t size_a, std::uint64_t size_b, std::uint64_t shared,
                                       std::uint64_t n_a, std::uint64_t n_b);

  // P(the samples share x); 0 beyond what it pays to sum (less than 1e-15 in all).
  double pmf(std::uint64_t x) const;
  double mean() const;
  // E[X / (n_a + n_b - X)]: the similarity to expect of the samples. 0 where both are empty.
  double expected_similarity() const;

 private:
  IndependentSamples(std::uint64_t n_a, std::uint64_t n_b) : n_a_(n_a), n_b_(n_b) {}

  std::uint64_t n_a_;
  std::uint64_t n_b_;
  std::vector<double> pmf_;  // of an overlap of 0, 1, ...
};

// Variance of the share of a sample of `sample` members of the union that both sets have; 0 where that is all of it.
double joint_sample_variance(double similarity, double union_size, double sample);

}  // namespace textkin::stats
