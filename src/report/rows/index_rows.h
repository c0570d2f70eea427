// Rows of `textkin index list` and `textkin index get`.
#pragma once

#include <cstdint>
#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

struct IndexRow {
  std::string_view id;
  std::uint64_t sequence = 0;  // with which it was added
  std::uint64_t size = 0;      // shingles
  std::uint64_t bytes = 0;     // of its text
};

template <>
inline constexpr auto kColumns<IndexRow> = std::tuple{
    Column{"id", &IndexRow::id},
    Column{"sequence", &IndexRow::sequence},
    Column{"size", &IndexRow::size},
    Column{"bytes", &IndexRow::bytes},
};

struct IndexTextRow {
  std::string_view id;
  std::string_view text;
};

template <>
inline constexpr auto kColumns<IndexTextRow> = std::tuple{
    Column{"id", &IndexTextRow::id},
    Column{"text", &IndexTextRow::text},
};

}  // namespace textkin::report
