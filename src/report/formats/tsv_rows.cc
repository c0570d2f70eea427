#include "report/formats/tsv_rows.h"

#include "report/formats/row_numbers.h"
#include "report/text/format.h"

namespace textkin::report {
namespace {

struct TsvCell {
  std::string& out;
  RowNumbers& numbers;
  void operator()(std::monostate) const {}
  void operator()(std::string_view text) const { append_field(text, out); }
  void operator()(std::uint64_t value) const { append_number(value, out); }
  void operator()(double value) const { numbers.append(value, out); }
  void operator()(bool value) const { out += value ? "yes" : "no"; }
};

}  // namespace

void TsvRows::append_header(std::string& out) const {
  for (const std::string_view& name : columns_) {
    if (&name != columns_.data()) out += '\t';
    append_field(name, out);
  }
  out += '\n';
}

void TsvRows::append_row(std::span<const Cell> cells, std::string& out) const {
  RowNumbers numbers;
  for (const Cell& cell : cells) {
    if (&cell != cells.data()) out += '\t';
    std::visit(TsvCell{out, numbers}, cell);
  }
  out += '\n';
}

}  // namespace textkin::report
