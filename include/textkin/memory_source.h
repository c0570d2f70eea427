// MemorySource: documents that are in memory already, as rows: a text, perhaps an id, perhaps values beside it.
//
// A door that holds texts (a column of an Arrow table, a list) implements it; the reader gives views into it, so no
// text is copied. A row without a text is an empty document. Rows are numbered from 0.
// Ownership: the views live as long as the source, which must not change in that time. Threads: all of it may be
// called from many threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "textkin/field_value.h"

namespace textkin {

class MemorySource {
 public:
  virtual ~MemorySource() = default;

  virtual std::uint64_t rows() const = 0;
  virtual std::uint64_t text_bytes() const = 0;  // of all rows

  // Bytes that should be UTF-8; what is not is treated as in a file.
  virtual std::string_view text(std::uint64_t row) const = 0;

  // Empty: the row's number is its id.
  virtual std::string_view id(std::uint64_t row) const = 0;

  // Of the field that has this place among those that are wanted (InputSpec::value_fields).
  virtual FieldValue value(std::uint64_t row, std::size_t field) const = 0;
};

}  // namespace textkin
