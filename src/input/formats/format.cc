#include "input/formats/format.h"

#include <string.h>

namespace textkin::input {

std::size_t Format::place_of_new_field(std::string_view) const { return std::string_view::npos; }

std::size_t Format::behind_last_record(std::string_view bytes) const {
  const void* const newline = ::memrchr(bytes.data(), '\n', bytes.size());
  return newline == nullptr ? 0 : static_cast<std::size_t>(static_cast<const char*>(newline) - bytes.data()) + 1;
}

RecordEnd Format::find_record_end(std::string_view bytes, char) const {
  const std::size_t newline = bytes.find('\n');
  return newline == std::string_view::npos ? RecordEnd() : RecordEnd{newline, newline + 1};
}

}  // namespace textkin::input
