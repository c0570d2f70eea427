// The Jaccard similarity of two sets of sizes x and y that share o features: o / (x + y - o).
//
// Promise: a quotient of integers rounded once (of sizes up to 2^53), so that a pair exactly at a threshold written in
// decimals compares equal to it. Identical sets are 1, disjoint ones 0, and so is a pair with an empty set.
#pragma once

#include <cstdint>

namespace textkin {

inline double jaccard(std::uint64_t shared, std::uint64_t size_a, std::uint64_t size_b) {
  if (shared == 0) return 0;
  return static_cast<double>(shared) / static_cast<double>(size_a + size_b - shared);
}

}  // namespace textkin
