// RowWriter: rows of a table as the bytes of one format. One class a format; tables know none of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace textkin::report {

// A value of a row: nothing, a text (any bytes), a whole number, a real number, yes or no.
// A text's bytes belong to whoever gave them.
using Cell = std::variant<std::monostate, std::string_view, std::uint64_t, double, bool>;

// Threads: any number at once. A row is rendered without memory of the rows before it.
class RowWriter {
 public:
  virtual ~RowWriter() = default;

  // What stands before the first row.
  virtual void append_header(std::string& out) const = 0;
  // One row, as many cells as there are columns. Whatever a cell holds, the row stays one row.
  virtual void append_row(std::span<const Cell> cells, std::string& out) const = 0;
};

}  // namespace textkin::report
