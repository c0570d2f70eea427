// What `textkin simhash` writes: pairs, clusters, the planner's table.
#pragma once

#include <cstdint>
#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

struct SimHashRow {
  std::string_view a;
  std::string_view b;
  std::uint64_t distance = 0;
  double estimate = 0;  // of the cosine, from the distance
  double cosine = 0;
  double jaccard = 0;
};

template <>
inline constexpr auto kColumns<SimHashRow> = std::tuple{
    Column{"a", &SimHashRow::a},
    Column{"b", &SimHashRow::b},
    Column{"distance", &SimHashRow::distance},
    Column{"estimate", &SimHashRow::estimate},
    Column{"cosine", &SimHashRow::cosine},
    Column{"jaccard", &SimHashRow::jaccard},
};

struct SimHashClusterRow {
  std::string_view cluster;
  std::string_view id;
  std::uint64_t distance = 0;  // from the first of the cluster
};

template <>
inline constexpr auto kColumns<SimHashClusterRow> = std::tuple{
    Column{"cluster", &SimHashClusterRow::cluster},
    Column{"id", &SimHashClusterRow::id},
    Column{"distance", &SimHashClusterRow::distance},
};

struct SimHashPlanRow {
  std::uint64_t blocks = 0;
  std::uint64_t tables = 0;
  std::uint64_t least_key_bits = 0;
  std::uint64_t most_key_bits = 0;
  double matches_a_probe = 0;
  double storage_bytes = 0;
  bool chosen = false;
};

template <>
inline constexpr auto kColumns<SimHashPlanRow> = std::tuple{
    Column{"blocks", &SimHashPlanRow::blocks},
    Column{"tables", &SimHashPlanRow::tables},
    Column{"least_key_bits", &SimHashPlanRow::least_key_bits},
    Column{"most_key_bits", &SimHashPlanRow::most_key_bits},
    Column{"matches_a_probe", &SimHashPlanRow::matches_a_probe},
    Column{"storage_bytes", &SimHashPlanRow::storage_bytes},
    Column{"chosen", &SimHashPlanRow::chosen},
};

}  // namespace textkin::report
