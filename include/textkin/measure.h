// Measure: what "alike" means for two sets of sizes x and y that share o features.
//
//   jaccard      o / (x + y - o)          dice     2 o / (x + y)          cosine   o / sqrt(x y)
//   containment  o / x, of the first set in the second; the only one that is not symmetric
//   overlap      o, a count
// Promise: a quotient of integers rounded once, so that a pair exactly at a threshold written in decimals compares
// equal to it (cosine: rounded twice). Identical sets are 1 (overlap: x), disjoint ones 0, and so is a pair with an
// empty set.
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

}  // namespace textkin
