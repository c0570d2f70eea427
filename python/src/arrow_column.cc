#include "arrow_column.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace textkin::python {
namespace {

constexpr std::int32_t kLongestInlined = 12;  // bytes that a string view holds itself

template <class T>
T read_at(const void* buffer, std::int64_t place) {
  T value;
  std::memcpy(&value, static_cast<const char*>(buffer) + place * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
  return value;
}

// `place` counts from the start of the buffers: the array's offset is in it.
bool is_null(const ArrowArray& array, std::int64_t place) {
  if (array.null_count == 0 || array.buffers[0] == nullptr) return false;
  return (read_at<std::uint8_t>(array.buffers[0], place / 8) >> (place % 8) & 1) == 0;
}

struct ReleasedSchema : ArrowSchema {
  ReleasedSchema() : ArrowSchema{} {}
  ~ReleasedSchema() {
    if (release != nullptr) release(this);
  }
};

Status stream_error(ArrowArrayStream* stream, std::string_view name) {
  const char* said = stream->get_last_error == nullptr ? nullptr : stream->get_last_error(stream);
  return Status(Code::kIo, "column " + std::string(name) +
                               " could not be read: " + (said == nullptr ? "its producer gives no reason" : said));
}

template <class Offset>
std::string_view between(const ArrowArray& array, std::int64_t place) {
  const auto begin = read_at<Offset>(array.buffers[1], place);
  const auto end = read_at<Offset>(array.buffers[1], place + 1);
  return {static_cast<const char*>(array.buffers[2]) + begin, static_cast<std::size_t>(end - begin)};
}

// A view is 16 bytes: length, and the string itself or 4 bytes of it, a buffer's number and a place there.
std::string_view viewed(const ArrowArray& array, std::int64_t place) {
  const char* const view = static_cast<const char*>(array.buffers[1]) + 16 * place;
  const auto length = read_at<std::int32_t>(view, 0);
  if (length <= kLongestInlined) return {view + 4, static_cast<std::size_t>(length)};
  const auto buffer = read_at<std::int32_t>(view, 2);
  const auto offset = read_at<std::int32_t>(view, 3);
  return {static_cast<const char*>(array.buffers[2 + buffer]) + offset, static_cast<std::size_t>(length)};
}

}  // namespace

bool ArrowColumn::is_numeric(Layout layout) {
  return layout == Layout::kDouble || layout == Layout::kInt64 || layout == Layout::kUint64;
}

std::optional<ArrowColumn::Layout> ArrowColumn::layout_of(std::string_view format) {
  if (format == "n") return Layout::kNull;
  if (format == "u" || format == "z") return Layout::kInt32Offsets;
  if (format == "U" || format == "Z") return Layout::kInt64Offsets;
  if (format == "vu" || format == "vz") return Layout::kViews;
  if (format == "g") return Layout::kDouble;
  if (format == "l") return Layout::kInt64;
  if (format == "L") return Layout::kUint64;
  return std::nullopt;
}

Result<std::unique_ptr<ArrowColumn>> ArrowColumn::read(ArrowArrayStream* stream, std::string_view name, Takes takes) {
  struct Owner {
    ArrowArrayStream* stream;
    ~Owner() {
      if (stream->release != nullptr) stream->release(stream);
    }
  } owner{stream};
  std::unique_ptr<ArrowColumn> column(new ArrowColumn);
  ReleasedSchema schema;
  if (stream->get_schema(stream, &schema) != 0) return stream_error(stream, name);
  const std::string_view format = schema.format;
  const std::optional<Layout> layout = layout_of(schema.dictionary == nullptr ? format : schema.dictionary->format);
  const bool in_dictionary = schema.dictionary != nullptr;
  if (!layout || (is_numeric(*layout) && takes == Takes::kStrings) ||
      (in_dictionary && (is_numeric(*layout) || format.size() != 1 ||
                         std::string_view("cCsSiIlL").find(format[0]) == std::string_view::npos)))
    return Status(Code::kInvalidArgument, "column " + std::string(name) + " holds no strings (its Arrow format is '" +
                                              std::string(format) + "'); name or cast the column that does");
  column->layout_ = *layout;
  column->index_ = in_dictionary ? format[0] : '\0';
  while (true) {
    ArrowArray array{};
    if (stream->get_next(stream, &array) != 0) return stream_error(stream, name);
    if (array.release == nullptr) return column;
    if (array.length == 0) {
      array.release(&array);
      continue;
    }
    column->chunks_.push_back({array, column->rows_});
    column->rows_ += static_cast<std::uint64_t>(array.length);
  }
}

ArrowColumn::~ArrowColumn() {
  for (Chunk& chunk : chunks_) chunk.array.release(&chunk.array);
}

const ArrowColumn::Chunk& ArrowColumn::chunk_of(std::uint64_t row) const {
  const auto behind = std::upper_bound(chunks_.begin(), chunks_.end(), row,
                                       [](std::uint64_t r, const Chunk& c) { return r < c.first; });
  return *std::prev(behind);
}

std::string_view ArrowColumn::string_at(Layout layout, const ArrowArray& array, std::int64_t place) {
  switch (layout) {
    case Layout::kInt32Offsets:
      return between<std::int32_t>(array, place);
    case Layout::kInt64Offsets:
      return between<std::int64_t>(array, place);
    case Layout::kViews:
      return viewed(array, place);
    case Layout::kNull:
    case Layout::kDouble:
    case Layout::kInt64:
    case Layout::kUint64:
      break;
  }
  return {};
}

std::int64_t ArrowColumn::index_at(const ArrowArray& array, std::int64_t place) const {
  const void* const indexes = array.buffers[1];
  switch (index_) {
    case 'c':
      return read_at<std::int8_t>(indexes, place);
    case 'C':
      return read_at<std::uint8_t>(indexes, place);
    case 's':
      return read_at<std::int16_t>(indexes, place);
    case 'S':
      return read_at<std::uint16_t>(indexes, place);
    case 'i':
      return read_at<std::int32_t>(indexes, place);
    case 'I':
      return read_at<std::uint32_t>(indexes, place);
    default:
      return read_at<std::int64_t>(indexes, place);
  }
}

std::optional<std::string_view> ArrowColumn::text(std::uint64_t row) const {
  if (layout_ == Layout::kNull || is_numeric(layout_)) return std::nullopt;
  const Chunk& chunk = chunk_of(row);
  const ArrowArray* array = &chunk.array;
  std::int64_t place = array->offset + static_cast<std::int64_t>(row - chunk.first);
  if (is_null(*array, place)) return std::nullopt;
  if (index_ != '\0') {
    const std::int64_t index = index_at(*array, place);
    array = array->dictionary;
    place = array->offset + index;
    if (is_null(*array, place)) return std::nullopt;
  }
  return string_at(layout_, *array, place);
}

FieldValue ArrowColumn::value(std::uint64_t row) const {
  if (!is_numeric(layout_)) {
    const std::optional<std::string_view> found = text(row);
    return found ? FieldValue{.kind = FieldKind::kText, .text = *found} : FieldValue();
  }
  const Chunk& chunk = chunk_of(row);
  const std::int64_t place = chunk.array.offset + static_cast<std::int64_t>(row - chunk.first);
  if (is_null(chunk.array, place)) return {};
  const void* const values = chunk.array.buffers[1];
  if (layout_ == Layout::kInt64) return number_value(read_at<std::int64_t>(values, place));
  if (layout_ == Layout::kUint64) return number_value(read_at<std::uint64_t>(values, place));
  return {.kind = FieldKind::kNumber, .number = read_at<double>(values, place), .text = {}};
}

}  // namespace textkin::python
