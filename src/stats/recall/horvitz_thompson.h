// How many of the alike pairs a banded search found, from the pairs that it found.
//
// Every found pair of exact similarity s stands for 1/p pairs, p = P(candidate | s): the number of true pairs is
// estimated by N = sum 1/p_i without bias (Horvitz, Thompson 1952), Var(N) by sum (1 - p_i) / p_i^2, and recall is
// found / N. The similarities must be exact: with estimates from a sketch the answer is too low.
// It estimates the recall averaged over draws of the hash functions; where a few templates make most pairs the realised
// recall of one draw varies more than `standard_error` says. For sets smaller than the sketch it is conservative.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "textkin/collision_law.h"
#include "textkin/plan.h"

namespace textkin::stats {

struct RecallEstimate {
  double recall = 0;
  double standard_error = 0;
};

// How many pairs of about one similarity.
struct SimilarityCount {
  double similarity = 0;
  std::uint64_t count = 0;
};

// From the verified similarities of the pairs found with `plan`. Nothing where no pair was found: then nothing is
// known. A similarity of 0 cannot have been found by bands and is left out.
std::optional<RecallEstimate> estimate_recall(const CollisionLaw& law, const Plan& plan,
                                              std::span<const SimilarityCount> found);

}  // namespace textkin::stats
