// Rows of `textkin trim --removed`.
#pragma once

#include <cstdint>
#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

// A stretch of a text that went. Places and lengths are code points of the texts as they were.
struct CutRow {
  std::string_view id;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t words = 0;
  std::string_view kept;          // the document in which the same words stay
  std::uint64_t kept_offset = 0;  // there
};

template <>
inline constexpr auto kColumns<CutRow> = std::tuple{
    Column{"id", &CutRow::id},       Column{"offset", &CutRow::offset}, Column{"length", &CutRow::length},
    Column{"words", &CutRow::words}, Column{"kept", &CutRow::kept},     Column{"kept_offset", &CutRow::kept_offset},
};

}  // namespace textkin::report
