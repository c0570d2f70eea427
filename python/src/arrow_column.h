// ArrowColumn: one column of any Arrow library, chunk by chunk, read where it lies.
//
// Strings and binary of every layout (string, large_string, string_view, dictionaries of them), doubles and integers of
// 64 bits, and columns that are null throughout. Nothing is copied; buffers are trusted to be what the producer says,
// as everywhere behind this interface. Ownership: holds the chunks until it is destroyed. Threads: const calls from
// many.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "arrow_abi.h"
#include "textkin/field_value.h"
#include "textkin/status.h"

namespace textkin::python {

class ArrowColumn {
 public:
  enum class Takes { kStrings, kNumbersToo };

  // Reads the stream to its end and releases it. `name` is what messages call the column. kInvalidArgument for another
  // type.
  static Result<std::unique_ptr<ArrowColumn>> read(ArrowArrayStream* stream, std::string_view name, Takes takes);
  ~ArrowColumn();
  ArrowColumn(const ArrowColumn&) = delete;
  ArrowColumn& operator=(const ArrowColumn&) = delete;

  std::uint64_t rows() const { return rows_; }
  // Null: no value. Empty for a column of numbers too.
  std::optional<std::string_view> text(std::uint64_t row) const;
  FieldValue value(std::uint64_t row) const;

 private:
  enum class Layout { kNull, kInt32Offsets, kInt64Offsets, kViews, kDouble, kInt64, kUint64 };
  struct Chunk {
    ArrowArray array;
    std::uint64_t first;  // row
  };
  ArrowColumn() = default;
  static bool is_numeric(Layout layout);
  static std::optional<Layout> layout_of(std::string_view format);
  static std::string_view string_at(Layout layout, const ArrowArray& array, std::int64_t place);
  std::int64_t index_at(const ArrowArray& array, std::int64_t place) const;
  const Chunk& chunk_of(std::uint64_t row) const;

  Layout layout_ = Layout::kNull;  // of the values, in a dictionary or not
  char index_ = 0;                 // format of a dictionary's indexes; 0: no dictionary
  std::vector<Chunk> chunks_;      // none is empty
  std::uint64_t rows_ = 0;
};

}  // namespace textkin::python
