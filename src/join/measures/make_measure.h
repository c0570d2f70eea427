// make_measure: a row of the table of measures, made of the formulas of one.
//
// A measure is a file with a struct of these members, and a row in catalog.cc:
//   kName, kDoc, kKind, kWhyNoBands   as Measure has them
//   similarity(o, x, y)               of sets that share o > 0 features; of a directed one, x is the contained set's
//   size overlap_at(t, x, y)               the overlap, as a real number, at which the similarity is t: grows with y,
//   or does
//                                     not depend on it, where y >= x
//   least_jaccard(t)                  0 where any subset will do
// The integers that filters need are found by the predicate itself, never by a formula in floating point, so that a
// pair exactly at the threshold is never lost: the formulas only say where to begin. Each row has its own copy of the
// functions, with its formulas inlined; joins ask them more often than anything else.
#pragma once

#include <cstdint>
#include <utility>

#include "join/measures/measure.h"

namespace textkin::join {

template <class Formulas>
double similarity_by(std::uint64_t shared, std::uint64_t size_a, std::uint64_t size_b) {
  return shared == 0 ? 0.0 : Formulas::similarity(shared, size_a, size_b);
}

// overlap_at() is off by less than 10^-5 at sums below 2^33, and so is the rounded quotient: so the answer is that
// number's floor or the next one, and the predicate itself says which.
template <class Formulas>
std::uint64_t required_overlap_by(std::uint64_t size_a, std::uint64_t size_b, double threshold, Part part) {
  if constexpr (Formulas::kKind == Measure::Kind::kDirected) {
    if (part == Part::kContainer || (part == Part::kEither && size_b < size_a)) std::swap(size_a, size_b);
  }
  const std::uint64_t most = size_a < size_b ? size_a : size_b;
  if (threshold <= 0) return 0;
  const auto reaches = [&](std::uint64_t shared) {
    return similarity_by<Formulas>(shared, size_a, size_b) >= threshold;
  };
  const double estimate = Formulas::overlap_at(threshold, static_cast<double>(size_a), static_cast<double>(size_b));
  // Out of reach, but for what rounding adds.
  if (!(estimate <= static_cast<double>(most))) return most > 0 && reaches(most) ? most : most + 1;
  auto needed = static_cast<std::uint64_t>(estimate);
  while (needed <= most && !reaches(needed)) ++needed;
  return needed;
}

template <class Formulas>
std::uint64_t least_partner_size_by(std::uint64_t size, double threshold, Part part) {
  if constexpr (Formulas::kKind == Measure::Kind::kCount) {
    return required_overlap_by<Formulas>(size, size, threshold, part);
  } else if constexpr (Formulas::kKind == Measure::Kind::kDirected) {
    return part == Part::kContained ? required_overlap_by<Formulas>(size, size, threshold, part) : 1;
  } else {
    const auto enough = [&](std::uint64_t y) { return similarity_by<Formulas>(y, y, size) >= threshold; };
    auto least = static_cast<std::uint64_t>(Formulas::least_jaccard(threshold) * static_cast<double>(size));
    while (least < size && !enough(least)) ++least;
    while (least > 1 && enough(least - 1)) --least;
    return least;
  }
}

template <class Formulas>
constexpr Measure make_measure() {
  return {.name = Formulas::kName,
          .doc = Formulas::kDoc,
          .why_no_bands = Formulas::kWhyNoBands,
          .kind = Formulas::kKind,
          .similarity = similarity_by<Formulas>,
          .required_overlap = required_overlap_by<Formulas>,
          .least_partner_size = least_partner_size_by<Formulas>,
          .least_jaccard = Formulas::least_jaccard};
}

}  // namespace textkin::join
