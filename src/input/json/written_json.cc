#include "input/json/written_json.h"

#include <algorithm>
#include <cstdint>

#include "base/utf8.h"

namespace textkin::input {
namespace {

constexpr std::size_t kUnicodeEscape = 6;  // \uXXXX

std::uint32_t escaped_unit(std::string_view digits) {
  std::uint32_t value = 0;
  for (const char c : digits.substr(0, 4))
    value = value << 4 | static_cast<std::uint32_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
  return value;
}

bool is_escape_of(std::string_view written, std::size_t at, std::uint32_t first, std::uint32_t last) {
  if (at + kUnicodeEscape > written.size() || written[at] != '\\' || written[at + 1] != 'u') return false;
  const std::uint32_t unit = escaped_unit(written.substr(at + 2));
  return unit >= first && unit <= last;
}

void append_escaped_character(std::string_view written, std::string& out) {
  constexpr std::string_view kEscapes = "bfnrt";
  constexpr std::string_view kMeant = "\b\f\n\r\t";
  if (written[1] != 'u') {
    const std::size_t known = kEscapes.find(written[1]);
    out += known == std::string_view::npos ? written[1] : kMeant[known];
    return;
  }
  std::uint32_t c = escaped_unit(written.substr(2));
  if (written.size() > kUnicodeEscape) c = 0x10000 + ((c & 0x3FF) << 10) + (escaped_unit(written.substr(8)) & 0x3FF);
  char bytes[4];
  out.append(bytes, base::encode_utf8(c, bytes));
}

}  // namespace

std::size_t behind_space(std::string_view line, std::size_t at) {
  const std::size_t found = line.find_first_not_of(" \t\r\n", at);
  return found == std::string_view::npos ? line.size() : found;
}

std::size_t closing_quote(std::string_view line, std::size_t at) {
  while (true) {
    const std::size_t quote = line.find('"', at);
    if (quote == std::string_view::npos) return line.size();
    std::size_t first = quote;  // of the backslashes before it, of which an odd number makes it a part of the string
    while (first > at && line[first - 1] == '\\') --first;
    if ((quote - first) % 2 == 0) return quote;
    at = quote + 1;
  }
}

std::size_t behind_value(std::string_view line, std::size_t at) {
  for (std::size_t depth = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '"') {
      at = closing_quote(line, at + 1);
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
      return at;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return at;
}

std::size_t written_size(std::string_view written, std::size_t at) {
  if (written[at] == '\\') {
    if (written[at + 1] != 'u') return 2;
    const bool pair =
        is_escape_of(written, at, 0xD800, 0xDBFF) && is_escape_of(written, at + kUnicodeEscape, 0xDC00, 0xDFFF);
    return pair ? 2 * kUnicodeEscape : kUnicodeEscape;
  }
  std::size_t size = 1;
  while (at + size < written.size() && base::continues_character(written[at + size])) ++size;
  return size;
}

void append_meant(std::string_view written, std::string& out) {
  for (std::size_t at = 0; at < written.size();) {
    const std::size_t escape = std::min(written.find('\\', at), written.size());
    out += written.substr(at, escape - at);
    at = escape;
    if (at == written.size()) return;
    const std::size_t size = written_size(written, at);
    append_escaped_character(written.substr(at, size), out);
    at += size;
  }
}

bool is_key(std::string_view written, std::string_view name) {
  if (written.find('\\') == std::string_view::npos) return written == name;
  std::string meant;
  append_meant(written, meant);
  return meant == name;
}

}  // namespace textkin::input
