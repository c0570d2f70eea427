// SharedCount: how many features two sets have in common, o.
#pragma once

#include <cstdint>
#include <string_view>

#include "join/measures/make_measure.h"

namespace textkin::join {

struct SharedCount {
  static constexpr std::string_view kName = "overlap";
  static constexpr std::string_view kDoc = "shared, a count";
  static constexpr std::string_view kWhyNoBands =
      "sets that share a number of items can have any Jaccard similarity, so no bands find them";
  static constexpr Measure::Kind kKind = Measure::Kind::kCount;

  static double similarity(std::uint64_t shared, std::uint64_t, std::uint64_t) { return static_cast<double>(shared); }
  static double overlap_at(double t, double, double) { return t; }
  static double least_jaccard(double) { return 0; }
};

inline constexpr Measure kSharedCount = make_measure<SharedCount>();

}  // namespace textkin::join
