// The UTF-8 byte order mark, which some programs write at the start of a file. Private to this room.
#pragma once

#include <string_view>

namespace textkin::input {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

inline std::string_view without_byte_order_mark(std::string_view bytes) {
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  return bytes;
}

}  // namespace textkin::input
