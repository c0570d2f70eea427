// What a threshold demands of sizes and prefixes: integers found by the predicate itself, never by a formula in
// floating point, so that a pair exactly at the threshold is never lost.
//
// Sets are thought of in one total order of features. Two sets with an overlap of o or more share a feature among the
// first x - o + 1 of the one and the first y - o + 1 of the other (Chaudhuri et al. 2006; Xiao et al. 2008).
#pragma once

#include <cstdint>
#include <span>

#include "join/sets/overlap.h"

namespace textkin::join {

// Least size of a set that can be alike to one of `size` (at least 1), and least overlap with whatever is alike to it:
// that of the smallest subset, for all measures. More than `size` where nothing can be alike to it.
inline std::uint64_t least_partner_size(std::uint64_t size, const Threshold& threshold, Part part = Part::kEither) {
  if (threshold.measure == Measure::kOverlap) return required_overlap(size, size, threshold);
  if (threshold.measure == Measure::kContainment)
    return part == Part::kContained ? required_overlap(size, size, threshold) : 1;
  const auto enough = [&](std::uint64_t y) { return similarity(threshold.measure, y, y, size) >= threshold.value; };
  auto least = static_cast<std::uint64_t>(least_jaccard(threshold) * static_cast<double>(size));
  while (least < size && !enough(least)) ++least;
  while (least > 1 && enough(least - 1)) --least;
  return least;
}

// Length of the prefix with which a set finds every alike set, whatever its size.
inline std::uint64_t probe_prefix(std::uint64_t size, const Threshold& threshold, Part part = Part::kEither) {
  const std::uint64_t least = least_partner_size(size, threshold, part);
  return least > size ? 0 : size - least + 1;
}

// Length of the prefix with which a set is found by every alike set that is at least as large: the overlap that is
// demanded grows with the larger set, or does not depend on it.
inline std::uint64_t index_prefix(std::uint64_t size, const Threshold& threshold) {
  const std::uint64_t needed = required_overlap(size, size, threshold);
  return needed > size ? 0 : size - needed + 1;
}

// What document `doc` is in a join of two sides: side 0 is the one whose containment in the other is asked for.
inline Part part_of(const Threshold& threshold, std::span<const std::uint8_t> side, std::size_t doc) {
  if (threshold.measure != Measure::kContainment || side.empty()) return Part::kEither;
  return side[doc] == 0 ? Part::kContained : Part::kContainer;
}

}  // namespace textkin::join
