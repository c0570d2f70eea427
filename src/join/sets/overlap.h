// Sizes of intersections, and what a threshold demands of them.
#pragma once

#include <cstdint>
#include <optional>

#include "textkin/feature_set.h"
#include "textkin/pair.h"

namespace textkin::join {

// What a set is in a pair. Only containment between two collections tells the two apart; else both are kEither, and
// containment is that of the smaller in the larger.
enum class Part : std::uint8_t { kEither, kContained, kContainer };

// Whether two sets that share so much are alike: textkin::similarity() >= threshold. `part` is that of set a.
bool reaches(std::uint64_t shared, std::uint64_t size_a, std::uint64_t size_b, const Threshold& threshold, Part part);

// Least overlap with which two sets of these sizes are alike, as reaches() decides; more than min(size_a, size_b) where
// none is enough. Exact at every size < 2^32.
std::uint64_t required_overlap(std::uint64_t size_a, std::uint64_t size_b, const Threshold& threshold,
                               Part part = Part::kEither);

// |a intersect b| for ascending sets.
std::uint64_t overlap(FeatureView a, FeatureView b);

// The same, or nothing as soon as `needed` can no longer be reached.
std::optional<std::uint64_t> overlap_at_least(FeatureView a, FeatureView b, std::uint64_t needed);

}  // namespace textkin::join
