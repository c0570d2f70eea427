// Rows of --problems: what could not be used.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

struct ProblemRow {
  std::string_view file;
  std::uint64_t line = 0;  // 0: it is about the whole file
  std::string_view reason;
  std::string_view message;
};

template <>
inline constexpr auto kColumns<ProblemRow> = std::tuple{
    Column{"file", &ProblemRow::file},
    Column{"line", [](const ProblemRow& row) { return row.line == 0 ? std::nullopt : std::optional(row.line); }},
    Column{"reason", &ProblemRow::reason},
    Column{"message", &ProblemRow::message},
};

}  // namespace textkin::report
