// Rows of `textkin rules`.
#pragma once

#include <cstdint>
#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

// The rule a => b.
struct RuleRow {
  std::string_view a;
  std::string_view b;
  double similarity = 0;
  double confidence = 0;
  std::uint64_t shared = 0;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
};

template <>
inline constexpr auto kColumns<RuleRow> = std::tuple{
    Column{"a", &RuleRow::a},
    Column{"b", &RuleRow::b},
    Column{"similarity", &RuleRow::similarity},
    Column{"confidence", &RuleRow::confidence},
    Column{"shared", &RuleRow::shared},
    Column{"size_a", &RuleRow::size_a},
    Column{"size_b", &RuleRow::size_b},
};

}  // namespace textkin::report
