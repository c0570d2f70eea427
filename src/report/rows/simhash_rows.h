// What `textkin simhash` writes: pairs, clusters, the planner's table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace textkin::report {

struct SimHashRow {
  std::string_view a;
  std::string_view b;
  std::uint64_t distance = 0;
  double estimate = 0;  // of the cosine, from the distance
  double cosine = 0;
  double jaccard = 0;
};

// "tsv" or "jsonl": `json` says which. A header for TSV only.
void append_simhash_header(bool json, std::string& out);
void append_simhash_row(const SimHashRow& row, bool json, std::string& out);

// cluster, id, distance from the first of the cluster.
void append_simhash_cluster_header(std::string& out);
void append_simhash_cluster_row(std::string_view cluster, std::string_view id, std::uint64_t distance,
                                std::string& out);

struct SimHashPlanRow {
  std::uint64_t blocks = 0;
  std::uint64_t tables = 0;
  std::uint64_t least_key_bits = 0;
  std::uint64_t most_key_bits = 0;
  double matches_a_probe = 0;
  double storage_bytes = 0;
  bool chosen = false;
};

void append_simhash_plan_header(std::string& out);
void append_simhash_plan_row(const SimHashPlanRow& row, std::string& out);

}  // namespace textkin::report
