// Rows of `textkin rules`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace textkin::report {

// The rule a => b.
struct RuleRow {
  std::string_view a;
  std::string_view b;
  double similarity = 0;
  double confidence = 0;
  std::uint64_t shared = 0;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
};

void append_rule_header(std::string& out);  // of TSV
void append_rule_tsv(const RuleRow& row, std::string& out);
void append_rule_json(const RuleRow& row, std::string& out);

}  // namespace textkin::report
