// Cosine: of the angle between two sets as vectors of zeros and ones, o / sqrt(x y); Ochiai's coefficient.
//
// Rounded twice, and once where the product of the sizes is a square.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "join/measures/make_measure.h"

namespace textkin::join {

struct Cosine {
  static constexpr std::string_view kName = "cosine";
  static constexpr std::string_view kDoc = "shared / root of the product of sizes";
  static constexpr std::string_view kWhyNoBands = "";
  static constexpr Measure::Kind kKind = Measure::Kind::kSymmetric;

  static double similarity(std::uint64_t shared, std::uint64_t size_a, std::uint64_t size_b) {
    const auto o = static_cast<double>(shared);
    const auto a = static_cast<double>(size_a);
    return size_a == size_b ? o / a : o / std::sqrt(a * static_cast<double>(size_b));
  }
  static double overlap_at(double t, double size_a, double size_b) { return t * std::sqrt(size_a * size_b); }
  // Met by a set and its subset.
  static double least_jaccard(double t) { return t * t; }
};

inline constexpr Measure kCosine = make_measure<Cosine>();

}  // namespace textkin::join
