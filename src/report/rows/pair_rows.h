// Rows of `textkin pairs`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

// Exact rows have lower == upper == similarity; of the others `shared` is an estimate too.
struct PairRow {
  std::string_view a;
  std::string_view b;
  double similarity = 0;
  double lower = 0;
  double upper = 0;
  std::string_view basis = "exact";  // or "estimate"
  std::uint64_t shared = 0;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  std::optional<double> log10_p_value = std::nullopt;  // of the overlap
  std::optional<double> estimate = std::nullopt;       // of the sketches
};

template <>
inline constexpr auto kColumns<PairRow> = std::tuple{
    Column{"a", &PairRow::a},
    Column{"b", &PairRow::b},
    Column{"similarity", &PairRow::similarity},
    Column{"lower", &PairRow::lower},
    Column{"upper", &PairRow::upper},
    Column{"basis", &PairRow::basis},
    Column{"shared", &PairRow::shared},
    Column{"size_a", &PairRow::size_a},
    Column{"size_b", &PairRow::size_b},
    Column{"log10_p_value", &PairRow::log10_p_value},
    Column{"estimate", &PairRow::estimate},
};

// All columns but the last two, which are of runs that ask for them.
inline constexpr std::size_t kPairColumnsWithoutP = kNames<PairRow>.size() - 2;
inline constexpr std::size_t kPairColumnOfP = kPairColumnsWithoutP;
inline constexpr std::size_t kPairColumnOfEstimate = kPairColumnsWithoutP + 1;

}  // namespace textkin::report
