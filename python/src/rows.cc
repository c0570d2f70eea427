#include "rows.h"

#include <sys/mman.h>

#include <string>

#include "status_error.h"

namespace nb = nanobind;

namespace textkin::python {
namespace {

constexpr std::uint64_t kMappedAtOnce = 2u << 20;  // as much as the system may map where one page is wanted
constexpr std::uint64_t kLookedAt = 64u << 20;

std::unique_ptr<ArrowColumn> read_arrow(nb::handle given, std::string_view name) {
  const nb::object capsule = given.attr("__arrow_c_stream__")();
  auto* const stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
  if (stream == nullptr) throw nb::python_error();
  Result<std::unique_ptr<ArrowColumn>> column = ArrowColumn::read(stream, name);
  raise_if_failed(column.status());
  return std::move(column).value();
}

std::optional<Column> optional_column(nb::handle given, std::string_view name) {
  return given.is_none() ? std::nullopt : std::optional<Column>(std::in_place, given, name);
}

}  // namespace

Column::Column(nb::handle given, std::string_view name) {
  if (nb::hasattr(given, "__arrow_c_stream__")) {
    column_ = read_arrow(given, name);
  } else {
    column_ = std::make_unique<StringList>(nb::cast<nb::tuple>(given));
  }
}

std::uint64_t Column::rows() const {
  return std::visit([](const auto& column) { return column->rows(); }, column_);
}

std::optional<std::string_view> Column::text(std::uint64_t row) const {
  return std::visit([row](const auto& column) { return column->text(row); }, column_);
}

std::optional<double> Column::number(std::uint64_t row) const {
  const auto* arrow = std::get_if<std::unique_ptr<ArrowColumn>>(&column_);
  return arrow == nullptr ? std::nullopt : (*arrow)->number(row);
}

Rows::Rows(nb::handle texts, nb::handle ids, nb::handle values,
           std::vector<std::pair<std::uint64_t, std::uint64_t>> mapped)
    : texts_(texts, "of texts"),
      ids_(optional_column(ids, "of ids")),
      values_(optional_column(values, "to keep by")),
      mapped_(std::move(mapped)) {
  for (const auto& [column, name] : {std::pair(&ids_, "ids"), std::pair(&values_, "values to keep by")}) {
    if (!*column || (*column)->rows() == texts_.rows()) continue;
    const std::string message =
        "there are " + std::to_string(texts_.rows()) + " texts and " + std::to_string((*column)->rows()) + " " + name;
    throw nb::value_error(message.c_str());
  }
  for (std::uint64_t row = 0; row < texts_.rows(); ++row)
    text_bytes_ += texts_.text(row).value_or(std::string_view()).size();
}

// Whatever is given back while another thread reads it, that thread gets again.
void Rows::look_at(std::uint64_t bytes) const {
  if (mapped_.empty()) return;
  if (looked_at_.fetch_add(bytes + kMappedAtOnce, std::memory_order_relaxed) < kLookedAt) return;
  looked_at_.store(0, std::memory_order_relaxed);
  for (const auto& [address, size] : mapped_)
    ::madvise(reinterpret_cast<void*>(address), size, MADV_DONTNEED);  // advice: where it is not taken, pages stay
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

FieldValue Rows::value(std::uint64_t row) const {
  FieldValue value;
  if (!values_) return value;
  if (const std::optional<double> number = values_->number(row)) {
    value.kind = FieldValue::Kind::kNumber;
    value.number = *number;
  } else if (const std::optional<std::string_view> text = values_->text(row)) {
    value.kind = FieldValue::Kind::kText;
    value.text = *text;
  }
  return value;
}

}  // namespace textkin::python
