// Measure: what "alike" means for two sets of sizes x and y that share o features.
//
//   jaccard      o / (x + y - o)          dice     2 o / (x + y)          cosine   o / sqrt(x y)
//   containment  o / x, of the first set in the second; the only one that is not symmetric
//   overlap      o, a count
// Promise: a quotient of integers rounded once, so that a pair exactly at a threshold written in decimals compares
// equal to it (cosine: rounded twice, and once where the product of the sizes is a square). Identical sets are 1
// (overlap: x), disjoint ones 0, and so is a pair with an empty set.
#pragma once

#include <cmath>
#include <cstdint>

namespace textkin {

enum class Measure { kJaccard, kDice, kCosine, kContainment, kOverlap };

inline double similarity(Measure measure, std::uint64_t shared, std::uint64_t size_a, std::uint64_t size_b) {
  if (shared == 0) return 0;
  const auto ratio = [](std::uint64_t part, std::uint64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
  };
  switch (measure) {
    case Measure::kJaccard:
      return ratio(shared, size_a + size_b - shared);
    case Measure::kDice:
      return ratio(2 * shared, size_a + size_b);
    case Measure::kCosine:
      return size_a == size_b
                 ? ratio(shared, size_a)
                 : static_cast<double>(shared) / std::sqrt(static_cast<double>(size_a) * static_cast<double>(size_b));
    case Measure::kContainment:
      return ratio(shared, size_a);
    case Measure::kOverlap:
      return static_cast<double>(shared);
  }
  return 0;
}

// Of the first set in the second for containment between two collections; in one collection, where neither is first, of
// the smaller in the larger: the greater of both directions (Szymkiewicz-Simpson).
inline double undirected_similarity(Measure measure, std::uint64_t shared, std::uint64_t size_a, std::uint64_t size_b) {
  return similarity(measure, shared, size_a < size_b ? size_a : size_b, size_a < size_b ? size_b : size_a);
}

// Threshold: alike is what has at least this similarity. Above 0 and at most 1; of an overlap, a whole number from 1
// on.
struct Threshold {
  double value;
  Measure measure;
  Threshold(double least = 0.8, Measure by = Measure::kJaccard) : value(least), measure(by) {}
};

// Least Jaccard similarity of a pair that reaches the threshold, and least share of the larger set that the smaller one
// must have: t; t / (2 - t) for Dice, of which Jaccard is a function; t^2 for cosine, met by a set and its subset. 0
// where any subset will do.
inline double least_jaccard(const Threshold& threshold) {
  const double t = threshold.value;
  switch (threshold.measure) {
    case Measure::kJaccard:
      return t;
    case Measure::kDice:
      return t / (2 - t);
    case Measure::kCosine:
      return t * t;
    case Measure::kContainment:
    case Measure::kOverlap:
      break;
  }
  return 0;
}

}  // namespace textkin
