// SamplingLaw: the law of sketches whose cells are a sample of the union's members, drawn without replacement.
//
// Of `cells` members of the sample, X are in both sets: X ~ Hypergeometric(u, a, cells), exactly for ideal hashing. So
// the estimate X / cells is unbiased with variance J (1 - J) / cells (u - cells) / (u - 1), and 0 where the sample is
// the union. Intervals use the sizes of the sets (stats/interval/sampled_share.h); guaranteed and tight ones are equal.
// Has no bands. Threads: immutable.
#pragma once

#include "textkin/collision_law.h"

namespace textkin::sketch {

class SamplingLaw : public CollisionLaw {
 public:
  double agreement(double similarity) const override;
  double candidate_probability(double similarity, std::uint32_t bands, std::uint32_t rows) const override;
  double variance(double similarity, double union_size, std::uint32_t cells) const override;
  Interval interval(std::uint32_t matches, std::uint32_t cells, std::uint64_t size_a, std::uint64_t size_b,
                    double confidence, bool tight) const override;
};

}  // namespace textkin::sketch
