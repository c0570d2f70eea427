// Rows of `textkin dedup`: --removed and --clusters.
#pragma once

#include <cstddef>
#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

// A removed document.
struct RemovedRow {
  std::string_view id;
  std::string_view kept;  // what stays for it
  double similarity = 0;
  bool identical = false;    // equal shingle sets, else similar
  std::string_view kept_in;  // "input" or "against": where that one is; shown where there are two sides
};

template <>
inline constexpr auto kColumns<RemovedRow> = std::tuple{
    Column{"id", &RemovedRow::id},
    Column{"kept", &RemovedRow::kept},
    Column{"similarity", &RemovedRow::similarity},
    Column{"basis", [](const RemovedRow&) { return "exact"; }},
    Column{"cluster", &RemovedRow::kept},
    Column{"reason", [](const RemovedRow& row) { return row.identical ? "identical" : "similar"; }},
    Column{"kept_in", &RemovedRow::kept_in},
};

// A member of a cluster, whose name is the kept document's id, on its side; that one's own similarity is 1.
struct ClusterRow {
  std::string_view cluster;
  std::string_view id;
  bool kept = false;
  double similarity = 0;
  std::string_view kept_in;  // as of a removed document
};

template <>
inline constexpr auto kColumns<ClusterRow> = std::tuple{
    Column{"cluster", &ClusterRow::cluster},
    Column{"id", &ClusterRow::id},
    Column{"role", [](const ClusterRow& row) { return row.kept ? "kept" : "removed"; }},
    Column{"similarity", &ClusterRow::similarity},
    Column{"kept_in", &ClusterRow::kept_in},
};

template <class Row>
constexpr std::size_t kOneSided = kNames<Row>.size() - 1;  // columns without `kept_in`

}  // namespace textkin::report
