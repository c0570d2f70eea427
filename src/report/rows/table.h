// Table: rows of one kind in a format of the catalogue.
//
// A table is its columns: a struct for a row, and beside it
//   template <>
//   inline constexpr auto kColumns<RuleRow> = std::tuple{Column{"a", &RuleRow::a}, Column{"shared", &RuleRow::shared}};
// Each format of the catalogue then writes it. Names and values stand together, so they cannot come apart.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "report/formats/catalog.h"
#include "report/formats/row_writer.h"

namespace textkin::report {

// `value` of a row, a member of it or a function of it, is the cell: a text, a number, a bool; an optional one that is
// missing is empty.
template <class Value>
struct Column {
  std::string_view name;
  Value value;
};

// Of a row that is no table nothing.
template <class Row>
inline constexpr std::tuple<> kColumns;

template <class Value>
Cell to_cell(const Value& value) {
  return value;
}
template <class Value>
Cell to_cell(const std::optional<Value>& value) {
  return value ? Cell(*value) : Cell();
}

// The names of a table's columns, and the cells of a row, in the same order.
template <class Row>
inline constexpr auto kNames =
    std::apply([](const auto&... column) { return std::array{column.name...}; }, kColumns<Row>);

template <class Row>
std::array<Cell, kNames<Row>.size()> cells_of(const Row& row) {
  return std::apply([&](const auto&... column) { return std::array{to_cell(std::invoke(column.value, row))...}; },
                    kColumns<Row>);
}

// Threads: any number at once.
template <class Row>
class Table {
 public:
  static constexpr std::size_t kAll = kNames<Row>.size();

  // The first `columns` of them.
  explicit Table(const Format& format, std::size_t columns = kAll)
      : Table(format, [columns](std::size_t column) { return column < columns; }) {}

  // Those of which `shows` is true, by their number.
  template <class Shows>
    requires std::predicate<Shows, std::size_t>
  Table(const Format& format, Shows shows) {
    for (std::size_t column = 0; column < kAll; ++column)
      if (shows(column)) {
        columns_.push_back(column);
        names_.push_back(kNames<Row>[column]);
      }
    writer_ = format.make(names_);
  }

  void append_header(std::string& out) const { writer_->append_header(out); }
  void append_row(const Row& row, std::string& out) const {
    std::array<Cell, kAll> cells = cells_of(row);
    if (!columns_.empty() && columns_.back() >= columns_.size())  // some before it are left out
      for (std::size_t i = 0; i < columns_.size(); ++i) cells[i] = cells[columns_[i]];
    writer_->append_row(std::span<const Cell>(cells).first(columns_.size()), out);
  }

 private:
  std::vector<std::size_t> columns_;     // that are shown, ascending
  std::vector<std::string_view> names_;  // theirs, of which the writer holds a view
  std::unique_ptr<const RowWriter> writer_;
};

}  // namespace textkin::report
