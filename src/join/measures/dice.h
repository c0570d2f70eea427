// Dice: what two sets share beside the mean of their sizes, 2 o / (x + y).
#pragma once

#include <cstdint>
#include <string_view>

#include "join/measures/make_measure.h"

namespace textkin::join {

struct Dice {
  static constexpr std::string_view kName = "dice";
  static constexpr std::string_view kDoc = "2 shared / sum of sizes";
  static constexpr std::string_view kWhyNoBands = "";
  static constexpr Measure::Kind kKind = Measure::Kind::kSymmetric;

  static double similarity(std::uint64_t shared, std::uint64_t size_a, std::uint64_t size_b) {
    return static_cast<double>(2 * shared) / static_cast<double>(size_a + size_b);
  }
  static double overlap_at(double t, double size_a, double size_b) { return t / 2 * (size_a + size_b); }
  // Jaccard is a function of it.
  static double least_jaccard(double t) { return t / (2 - t); }
};

inline constexpr Measure kDice = make_measure<Dice>();

}  // namespace textkin::join
