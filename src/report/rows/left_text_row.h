// LeftTextRow: a line of JSON for a document that was a file.
#pragma once

#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

// What is left of a document that was a file.
struct LeftTextRow {
  std::string_view id;
  std::string_view text;
};

template <>
inline constexpr auto kColumns<LeftTextRow> = std::tuple{
    Column{"id", &LeftTextRow::id},
    Column{"text", &LeftTextRow::text},
};

}  // namespace textkin::report
