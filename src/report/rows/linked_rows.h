// Rows of `textkin pairs --clusters`.
#pragma once

#include <cstdint>
#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

// A document of a cluster of two or more.
struct LinkedRow {
  std::string_view cluster;  // the id of its first document
  std::string_view id;
  std::uint64_t members = 0;  // of the cluster
};

template <>
inline constexpr auto kColumns<LinkedRow> = std::tuple{
    Column{"cluster", &LinkedRow::cluster},
    Column{"id", &LinkedRow::id},
    Column{"members", &LinkedRow::members},
};

}  // namespace textkin::report
