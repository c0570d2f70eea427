// What a threshold demands of sizes and prefixes: integers found by the predicate itself, never by a formula in
// floating point, so that a pair exactly at the threshold is never lost.
//
// Sets are thought of in one total order of features. Two sets with an overlap of o or more share a feature among the
// first x - o + 1 of the one and the first y - o + 1 of the other (Chaudhuri et al. 2006; Xiao et al. 2008).
#pragma once

#include <cstdint>

#include "join/overlap.h"

namespace textkin::join {

// Least size of a set that can be similar to one of `size` (at least 1): the subset whose share reaches the threshold.
inline std::uint64_t least_partner_size(std::uint64_t size, double threshold) {
  const auto enough = [&](std::uint64_t y) { return static_cast<double>(y) / static_cast<double>(size) >= threshold; };
  auto least = static_cast<std::uint64_t>(threshold * static_cast<double>(size));
  while (least < size && !enough(least)) ++least;
  while (least > 1 && enough(least - 1)) --least;
  return least;
}

// Length of the prefix with which a set finds every similar set, whatever its size.
inline std::uint64_t probe_prefix(std::uint64_t size, double threshold) {
  return size - least_partner_size(size, threshold) + 1;
}

// Length of the prefix with which a set is found by every similar set that is at least as large.
inline std::uint64_t index_prefix(std::uint64_t size, double threshold) {
  return size - required_overlap(size, size, threshold) + 1;
}

}  // namespace textkin::join
