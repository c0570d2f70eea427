// The catalogue of table formats: how rows of pairs are written.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "textkin/status.h"

namespace textkin::report {

// A row of `pairs`. Exact rows have lower == upper == similarity.
struct PairRow {
  std::string_view a;
  std::string_view b;
  double similarity = 0;
  double lower = 0;
  double upper = 0;
  std::string_view basis = "exact";
  std::uint64_t shared = 0;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  std::optional<double> log10_p_value = std::nullopt;  // of the overlap; a column where the header was told so
};

struct Format {
  std::string_view name;  // "tsv"
  std::string_view doc;
  void (*append_header)(bool with_p_value, std::string& out);
  void (*append_row)(const PairRow& row, std::string& out);
};

std::span<const Format> formats();
Result<const Format*> find_format(std::string_view name);

}  // namespace textkin::report
