#include "input/blocks/wide_encoding.h"

#include <algorithm>

namespace textkin::input {

std::string_view wide_encoding(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
  if (bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("\xFE\xFF"sv)) return "UTF-16";
  // Where a line feed was cut off, its zeros stand before the bracket.
  const std::size_t opens = std::min(bytes.find_first_not_of('\0'), bytes.size());
  if (opens > 3 || opens == bytes.size() || (bytes[opens] != '{' && bytes[opens] != '[')) return {};
  const std::size_t behind = std::min(bytes.find_first_not_of('\0', opens + 1), bytes.size()) - opens - 1;
  return behind >= 3 ? "UTF-32" : behind == 1 ? "UTF-16" : "";
}

}  // namespace textkin::input
