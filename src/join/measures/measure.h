// Measure: what "alike" means for two sets of sizes x and y that share o features. Rows of catalog.h; what a row
// promises and how one is added stands in make_measure.h.
//
// Promise: a similarity is a quotient of integers rounded once, so that a pair exactly at a threshold written in
// decimals compares equal to it (cosine.h says where it is rounded twice). Identical sets are 1, or x where the measure
// is a count; disjoint ones are 0, and so is a pair with an empty set.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

namespace textkin::join {

// What a set is in a pair. Only containment between two collections tells the two apart; else both are kEither, and
// containment is that of the smaller in the larger: the greater of both directions (Szymkiewicz-Simpson).
enum class Part : std::uint8_t { kEither, kContained, kContainer };

struct Measure {
  enum class Kind : std::uint8_t {
    kSymmetric,  // of both sets alike; a set and its subset are as similar as the subset is large
    kDirected,   // of the first set in the second, whatever the size of that
    kCount,  // the number of shared features; its thresholds are whole numbers from 1 on, the others' shares up to 1
  };

  std::string_view name;          // what a user types
  std::string_view doc;           // the formula, for a person
  std::string_view why_no_bands;  // why no bands find what reaches a threshold; empty where they do
  Kind kind = Kind::kSymmetric;

  double (*similarity)(std::uint64_t shared, std::uint64_t size_a, std::uint64_t size_b) = nullptr;

  // Least overlap with which two sets of these sizes reach the threshold; more than min(size_a, size_b) where none is
  // enough. Exact at every size < 2^32. `part` is that of set a.
  std::uint64_t (*required_overlap)(std::uint64_t size_a, std::uint64_t size_b, double threshold, Part part) = nullptr;

  // Least size of a set that can be alike to one of `size`, which is `part` (at least 1), and least overlap with
  // whatever is alike to it: that of the smallest subset, for all measures. More than `size` where nothing can be alike
  // to it.
  std::uint64_t (*least_partner_size)(std::uint64_t size, double threshold, Part part) = nullptr;

  // Least Jaccard similarity of a pair that reaches the threshold, and least share of the larger set that the smaller
  // one must have. 0 where any subset will do.
  double (*least_jaccard)(double threshold) = nullptr;

  // Of a pair whose first set is `part`.
  double of(std::uint64_t shared, std::uint64_t size_a, std::uint64_t size_b, Part part) const {
    const bool exchange = part == Part::kContainer || (part == Part::kEither && size_b < size_a);
    return exchange ? similarity(shared, size_b, size_a) : similarity(shared, size_a, size_b);
  }
};

}  // namespace textkin::join
