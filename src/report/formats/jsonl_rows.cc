#include "report/formats/jsonl_rows.h"

#include <cmath>

#include "report/formats/row_numbers.h"
#include "report/text/format.h"

namespace textkin::report {
namespace {

struct JsonlCell {
  std::string& out;
  RowNumbers& numbers;
  void operator()(std::monostate) const { out += "null"; }
  void operator()(std::string_view text) const { append_json(text, out); }
  void operator()(std::uint64_t value) const { append_number(value, out); }
  void operator()(double value) const { std::isfinite(value) ? numbers.append(value, out) : (*this)(std::monostate()); }
  void operator()(bool value) const { out += value ? "true" : "false"; }
};

}  // namespace

JsonlRows::JsonlRows(std::span<const std::string_view> columns) {
  for (const std::string_view name : columns) {
    std::string& key = keys_.emplace_back(keys_.empty() ? "{" : ",");
    append_json(name, key);
    key += ':';
  }
}

void JsonlRows::append_row(std::span<const Cell> cells, std::string& out) const {
  RowNumbers numbers;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    out += keys_[i];
    std::visit(JsonlCell{out, numbers}, cells[i]);
  }
  out += "}\n";
}

}  // namespace textkin::report
