// TextTable: rows of cells in columns that line up, for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace textkin::report {

class TextTable {
 public:
  // Numbers stand right in their column, words left.
  enum class Side { kLeft, kRight };
  explicit TextTable(std::vector<Side> columns) : columns_(std::move(columns)) {}

  // As many cells as columns; a cell is UTF-8 of characters that take one column each.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  // Two spaces between columns, every line behind `indent`; no space at the end of a line.
  std::string print(std::string_view indent) const;

 private:
  std::vector<Side> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// A shingle in quotes: control characters escaped, and cut with "…" behind `most` code points.
std::string quoted(std::string_view text, std::size_t most);

}  // namespace textkin::report
