// ProbMinHashSketcher: P-MinHash (probminhash.v1): the probability Jaccard similarity
//   J_P = sum over i with x_i, y_i > 0 of 1 / sum_j max(x_j / x_i, y_j / y_i),
// which does not change when a set's weights are all multiplied by a number, as long as they stay within 2^-30 to 2^30
// (feature_set.h), and is J where all weights are equal.
//
// Every feature owns a Poisson process of unit rate on a line, each point in one of the k cells, drawn uniformly; a
// set sees it with time divided by the feature's weight. A cell holds the feature of its first point, by 32 bits of
// its hash: the first of exponentials of rates x_i. Cells are independent, since a Poisson process split at random is,
// and agree with probability J_P exactly, but for 2^-32 of two features with equal bits.
// This is ProbMinHash1 of the paper: the variants 3 and 4 draw points so that cells depend on each other, which lowers
// the variance a little and leaves no law for bands; here bands keep the recall that a plan states.
// A set makes the points up to time k (ln k + 5/2) / sum x: all cells have one by then with probability 0.92, else the
// time is doubled; whatever it is, the cells are the same. Word j of a feature: stream_word(mix64(feature ^ mask), j),
// its high half the gap, its low half the cell.
// Signatures do not merge: a cell tells which feature came first, not when.
// Cost: O(k log k + n). References: Ertl, ProbMinHash, arXiv 1911.00675 (2020); Moulton, Jiang, Maximally consistent
// sampling and the Jaccard index of probability distributions, ICDM 2018.
#pragma once

#include <cstdint>
#include <memory>

#include "textkin/sketcher.h"

namespace textkin::sketch {

inline constexpr std::uint32_t kMaxProbCells = 4096;

// 1 <= cells <= kMaxProbCells (checked by make_sketcher).
std::unique_ptr<Sketcher> make_probminhash(std::uint32_t cells, std::uint64_t seed);

}  // namespace textkin::sketch
