// Rows of `textkin distance`: a b distance p_value jaccard lower upper shared hashes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "textkin/status.h"

namespace textkin::report {

struct DistanceRow {
  std::string_view a;
  std::string_view b;
  double distance = 1;
  std::optional<double> p_value{};  // without: an empty field, null
  double jaccard = 0;
  double lower = 0;  // of the Jaccard similarity
  double upper = 1;
  std::uint64_t shared = 0;  // samples that agree,
  std::uint64_t hashes = 0;  // of these
};

struct DistanceFormat {
  std::string_view name;
  void (*append_header)(std::string& out);
  void (*append_row)(const DistanceRow& row, std::string& out);
};

// "tsv" or "jsonl".
Result<const DistanceFormat*> find_distance_format(std::string_view name);

}  // namespace textkin::report
