// Rows: a MemorySource of Python's columns: texts, perhaps ids, perhaps values to keep by.
//
// Ownership: keeps the columns, and what they view, for as long as a run may read them; made and destroyed under the
// interpreter lock. Threads: as MemorySource.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "arrow_column.h"
#include "mapped_file.h"
#include "string_list.h"
#include "textkin/memory_source.h"

namespace textkin::python {

// A column of strings, or of numbers where these are taken, from a capsule or any object with __arrow_c_stream__, or
// from a tuple of them.
class Column {
 public:
  // `name` is what messages call it. Throws what Python should raise.
  Column(nanobind::handle given, std::string_view name, ArrowColumn::Takes takes = ArrowColumn::Takes::kStrings);

  std::uint64_t rows() const;
  std::optional<std::string_view> text(std::uint64_t row) const;
  FieldValue value(std::uint64_t row) const;

 private:
  std::variant<std::unique_ptr<ArrowColumn>, std::unique_ptr<StringList>> column_;
};

class Rows final : public MemorySource {
 public:
  // None for `ids`: rows are called by their numbers. `values`: a list of columns, one a field that is wanted; or one
  // column, or None. ValueError where columns are not equally long. `mapped`: what the columns lie in; null where they
  // are in memory.
  Rows(nanobind::handle texts, nanobind::handle ids, nanobind::handle values, std::shared_ptr<MappedFile> mapped);

  std::uint64_t rows() const override { return texts_.rows(); }
  std::uint64_t text_bytes() const override { return text_bytes_; }
  std::string_view text(std::uint64_t row) const override;
  std::string_view id(std::uint64_t row) const override;
  FieldValue value(std::uint64_t row, std::size_t field) const override;  // none where there is no such column

 private:
  void check_length(const Column& column, const char* name) const;
  void look_at(std::uint64_t bytes) const;

  Column texts_;
  std::optional<Column> ids_;
  std::vector<std::unique_ptr<Column>> values_;
  std::uint64_t text_bytes_ = 0;
  std::shared_ptr<MappedFile> mapped_;
};

}  // namespace textkin::python
