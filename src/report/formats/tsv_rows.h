// TSV: a header line with the columns' names, then a line a row, cells between tabs.
//
// Texts as append_field() escapes them; yes or no; an empty cell is an empty field; infinities are inf and -inf.
#pragma once

#include "report/formats/row_writer.h"

namespace textkin::report {

class TsvRows final : public RowWriter {
 public:
  explicit TsvRows(std::span<const std::string_view> columns) : columns_(columns) {}

  void append_header(std::string& out) const override;
  void append_row(std::span<const Cell> cells, std::string& out) const override;

 private:
  std::span<const std::string_view> columns_;
};

}  // namespace textkin::report
