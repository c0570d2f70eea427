#include "rows.h"

#include <string>

#include "status_error.h"

namespace nb = nanobind;

namespace textkin::python {
namespace {

std::unique_ptr<ArrowColumn> read_arrow(nb::handle given, std::string_view name, ArrowColumn::Takes takes) {
  const nb::object capsule = given.attr("__arrow_c_stream__")();
  auto* const stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
  if (stream == nullptr) throw nb::python_error();
  Result<std::unique_ptr<ArrowColumn>> column = ArrowColumn::read(stream, name, takes);
  raise_if_failed(column.status());
  return std::move(column).value();
}

// One of what a column is "of".
std::string_view noun(std::string_view name) {
  if (!name.starts_with("of ") || !name.ends_with("s")) return "value";
  return name.substr(3, name.size() - 4);
}

std::optional<Column> optional_column(nb::handle given, std::string_view name) {
  return given.is_none() ? std::nullopt : std::optional<Column>(std::in_place, given, name);
}

}  // namespace

Column::Column(nb::handle given, std::string_view name, ArrowColumn::Takes takes) {
  if (nb::hasattr(given, "__arrow_c_stream__")) {
    column_ = read_arrow(given, name, takes);
  } else {
    column_ = std::make_unique<StringList>(nb::cast<nb::tuple>(given), noun(name));
  }
}

std::uint64_t Column::rows() const {
  return std::visit([](const auto& column) { return column->rows(); }, column_);
}

std::optional<std::string_view> Column::text(std::uint64_t row) const {
  return std::visit([row](const auto& column) { return column->text(row); }, column_);
}

FieldValue Column::value(std::uint64_t row) const {
  if (const auto* arrow = std::get_if<std::unique_ptr<ArrowColumn>>(&column_)) return (*arrow)->value(row);
  const std::optional<std::string_view> found = text(row);
  return found ? FieldValue{.kind = FieldKind::kText, .text = *found} : FieldValue();
}

Rows::Rows(nb::handle texts, nb::handle ids, nb::handle values, std::shared_ptr<MappedFile> mapped)
    : texts_(texts, "of texts"), ids_(optional_column(ids, "of ids")), mapped_(std::move(mapped)) {
  if (nb::isinstance<nb::list>(values)) {
    for (const nb::handle column : nb::cast<nb::list>(values))
      values_.push_back(std::make_unique<Column>(column, "of a field", ArrowColumn::Takes::kNumbersToo));
  } else if (!values.is_none()) {
    values_.push_back(std::make_unique<Column>(values, "to keep by", ArrowColumn::Takes::kNumbersToo));
  }
  if (ids_) check_length(*ids_, "ids");
  for (const std::unique_ptr<Column>& column : values_) check_length(*column, "values of a field");
  for (std::uint64_t row = 0; row < texts_.rows(); ++row)
    text_bytes_ += texts_.text(row).value_or(std::string_view()).size();
}

void Rows::check_length(const Column& column, const char* name) const {
  if (column.rows() == texts_.rows()) return;
  const std::string message =
      "there are " + std::to_string(texts_.rows()) + " texts and " + std::to_string(column.rows()) + " " + name;
  throw nb::value_error(message.c_str());
}

void Rows::look_at(std::uint64_t bytes) const {
  if (mapped_ != nullptr) mapped_->look_at(bytes);
}

std::string_view Rows::text(std::uint64_t row) const {
  const std::string_view text = texts_.text(row).value_or(std::string_view());
  look_at(text.size());
  return text;
}

std::string_view Rows::id(std::uint64_t row) const {
  look_at(0);
  return ids_ ? ids_->text(row).value_or(std::string_view()) : std::string_view();
}

FieldValue Rows::value(std::uint64_t row, std::size_t field) const {
  return field < values_.size() ? values_[field]->value(row) : FieldValue();
}

}  // namespace textkin::python
