// Rows of `textkin distance`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

struct DistanceRow {
  std::string_view a;
  std::string_view b;
  double distance = 1;
  std::optional<double> p_value{};
  double jaccard = 0;
  double lower = 0;  // of the Jaccard similarity
  double upper = 1;
  std::uint64_t shared = 0;  // samples that agree,
  std::uint64_t hashes = 0;  // of these
};

template <>
inline constexpr auto kColumns<DistanceRow> = std::tuple{
    Column{"a", &DistanceRow::a},
    Column{"b", &DistanceRow::b},
    Column{"distance", &DistanceRow::distance},
    Column{"p_value", &DistanceRow::p_value},
    Column{"jaccard", &DistanceRow::jaccard},
    Column{"lower", &DistanceRow::lower},
    Column{"upper", &DistanceRow::upper},
    Column{"shared", &DistanceRow::shared},
    Column{"hashes", &DistanceRow::hashes},
};

}  // namespace textkin::report
