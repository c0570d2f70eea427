// Rows of `textkin index list`.
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

}  // namespace textkin::report
