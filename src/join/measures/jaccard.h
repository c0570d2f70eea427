// Jaccard: the share of all their features that two sets have in common, o / (x + y - o).
#pragma once

#include <cstdint>
#include <string_view>

#include "join/measures/make_measure.h"
#include "textkin/jaccard.h"

namespace textkin::join {

struct Jaccard {
  static constexpr std::string_view kName = "jaccard";
  static constexpr std::string_view kDoc = "shared / united";
  static constexpr std::string_view kWhyNoBands = "";
  static constexpr Measure::Kind kKind = Measure::Kind::kSymmetric;

  static double similarity(std::uint64_t shared, std::uint64_t size_a, std::uint64_t size_b) {
    return textkin::jaccard(shared, size_a, size_b);
  }
  // o / (x + y - o) >= t where o >= t (x + y) / (1 + t).
  static double overlap_at(double t, double size_a, double size_b) { return t / (1 + t) * (size_a + size_b); }
  static double least_jaccard(double t) { return t; }
};

inline constexpr Measure kJaccard = make_measure<Jaccard>();

}  // namespace textkin::join
