#include "input/json/cut_string.h"

#include <cstdint>

#include "base/utf8.h"

namespace textkin::input {
namespace {

constexpr std::size_t kUnicodeEscape = 6;  // \uXXXX

std::size_t behind_space(std::string_view line, std::size_t at) {
  const std::size_t found = line.find_first_not_of(" \t\r\n", at);
  return found == std::string_view::npos ? line.size() : found;
}

// The closing quote of the string whose opening quote is before `at`.
std::size_t closing_quote(std::string_view line, std::size_t at) {
  while (at < line.size() && line[at] != '"') at += line[at] == '\\' ? 2 : 1;
  return at;
}

// The comma or bracket behind the value that begins at `at`.
std::size_t behind_value(std::string_view line, std::size_t at) {
  for (std::size_t depth = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '"') {
      at = closing_quote(line, at + 1);
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (depth == 0 && (c == ',' || c == '}')) {
      return at;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return at;
}

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

// Bytes in which the character at `at` is written.
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

void append_escaped_character(std::string_view written, std::string& out) {
  constexpr std::string_view kEscapes = "bfnrt";
  constexpr std::string_view kMeant = "\b\f\n\r\t";
  if (written[0] != '\\') {
    out += written;
  } else if (written[1] != 'u') {
    const std::size_t known = kEscapes.find(written[1]);
    out += known == std::string_view::npos ? written[1] : kMeant[known];
  } else {
    std::uint32_t c = escaped_unit(written.substr(2));
    if (written.size() > kUnicodeEscape) c = 0x10000 + ((c & 0x3FF) << 10) + (escaped_unit(written.substr(8)) & 0x3FF);
    char bytes[4];
    out.append(bytes, base::encode_utf8(c, bytes));
  }
}

bool is_key(std::string_view written, std::string_view name) {
  if (written.find('\\') == std::string_view::npos) return written == name;
  std::string meant;
  for (std::size_t at = 0; at < written.size();) {
    const std::size_t size = written_size(written, at);
    append_escaped_character(written.substr(at, size), meant);
    at += size;
  }
  return meant == name;
}

}  // namespace

StringPlace find_string(std::string_view line, std::string_view name) {
  std::size_t at = behind_space(line, 0) + 1;  // the brace
  while (true) {
    at = behind_space(line, at);
    if (at >= line.size() || line[at] != '"') return {};
    const std::size_t key_end = closing_quote(line, at + 1);
    const std::string_view key = line.substr(at + 1, key_end - at - 1);
    at = behind_space(line, behind_space(line, key_end + 1) + 1);  // the colon
    if (at >= line.size()) return {};
    if (is_key(key, name)) {
      if (line[at] != '"') return {};
      return {at + 1, closing_quote(line, at + 1)};
    }
    at = behind_value(line, at) + 1;
  }
}

void append_cut_string(std::string_view written, std::span<const CharacterSpan> cuts, std::string& out) {
  std::uint32_t character = 0;
  std::size_t at = 0;
  const auto pass = [&](std::uint32_t to) {
    const std::size_t begin = at;
    for (; character < to && at < written.size(); ++character) at += written_size(written, at);
    return written.substr(begin, at - begin);
  };
  for (const CharacterSpan& cut : cuts) {
    out += pass(cut.begin);
    pass(cut.end);
  }
  out += written.substr(at);
}

}  // namespace textkin::input
