// What a threshold demands of sizes, overlaps and prefixes: integers found by the measure's own predicate, never by a
// formula in floating point, so that a pair exactly at the threshold is never lost.
//
// Sets are thought of in one total order of features. Two sets with an overlap of o or more share a feature among the
// first x - o + 1 of the one and the first y - o + 1 of the other (Chaudhuri et al. 2006; Xiao et al. 2008).
#pragma once

#include <cstdint>
#include <span>

#include "join/measures/threshold.h"

namespace textkin::join {

// Whether two sets that share so much are alike. `part` is that of set a.
inline bool reaches(std::uint64_t shared, std::uint64_t size_a, std::uint64_t size_b, const Threshold& threshold,
                    Part part) {
  return threshold.measure->of(shared, size_a, size_b, part) >= threshold.value;
}

// Least overlap with which two sets of these sizes are alike, as reaches() decides; more than min(size_a, size_b) where
// none is enough. Exact at every size < 2^32.
inline std::uint64_t required_overlap(std::uint64_t size_a, std::uint64_t size_b, const Threshold& threshold,
                                      Part part = Part::kEither) {
  return threshold.measure->required_overlap(size_a, size_b, threshold.value, part);
}

// Least size of a set that can be alike to one of `size` (at least 1), and least overlap with whatever is alike to it.
// More than `size` where nothing can be alike to it.
inline std::uint64_t least_partner_size(std::uint64_t size, const Threshold& threshold, Part part = Part::kEither) {
  return threshold.measure->least_partner_size(size, threshold.value, part);
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
  if (threshold.measure->kind != Measure::Kind::kDirected || side.empty()) return Part::kEither;
  return side[doc] == 0 ? Part::kContained : Part::kContainer;
}

}  // namespace textkin::join
