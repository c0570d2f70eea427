// JSONL: a line a row, a JSON object with a member for each column.
//
// Texts as append_json() writes them; true or false; an empty cell is null, and so is a number that JSON does not have:
// an infinity, or none.
#pragma once

#include <string>
#include <vector>

#include "report/formats/row_writer.h"

namespace textkin::report {

class JsonlRows final : public RowWriter {
 public:
  explicit JsonlRows(std::span<const std::string_view> columns);

  void append_header(std::string&) const override {}
  void append_row(std::span<const Cell> cells, std::string& out) const override;

 private:
  std::vector<std::string> keys_;  // what stands before each cell: {"a":  ,"b":
};

}  // namespace textkin::report
