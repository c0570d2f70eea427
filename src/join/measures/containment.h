// Containment: the share of the first set that lies in the second, o / x; the only measure that is not symmetric.
#pragma once

#include <cstdint>
#include <string_view>

#include "join/measures/make_measure.h"

namespace textkin::join {

struct Containment {
  static constexpr std::string_view kName = "containment";
  static constexpr std::string_view kDoc = "shared / size of the smaller; with --against, of the INPUT document";
  static constexpr std::string_view kWhyNoBands =
      "a set that lies in another can have any Jaccard similarity to it, so no bands find it";
  static constexpr Measure::Kind kKind = Measure::Kind::kDirected;

  static double similarity(std::uint64_t shared, std::uint64_t size_a, std::uint64_t) {
    return static_cast<double>(shared) / static_cast<double>(size_a);
  }
  static double overlap_at(double t, double size_a, double) { return t * size_a; }
  static double least_jaccard(double) { return 0; }
};

inline constexpr Measure kContainment = make_measure<Containment>();

}  // namespace textkin::join
