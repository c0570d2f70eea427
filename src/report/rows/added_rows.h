// Rows of `textkin index add --results`: what became of each document.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

struct AddedRow {
  std::string_view id;
  std::string_view status;             // new, replaced, unchanged, kept, seen
  std::string_view partner;            // of one that was seen: the most alike document that is there
  std::optional<double> similarity{};  // to it
};

template <>
inline constexpr auto kColumns<AddedRow> = std::tuple{
    Column{"id", &AddedRow::id},
    Column{"status", &AddedRow::status},
    Column{"partner", &AddedRow::partner},
    Column{"similarity", &AddedRow::similarity},
};

}  // namespace textkin::report
