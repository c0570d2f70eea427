#include "input/json/value_lines.h"

#include <algorithm>

#include "input/json/json_space.h"

namespace textkin::input {

void ValueLines::begin_value(char c, std::string& out) {
  out.push_back(c);
  within_ = c == '{' || c == '[' ? Within::kNested : c == '"' ? Within::kString : Within::kScalar;
  depth_ = within_ == Within::kNested ? 1 : 0;
}

void ValueLines::end_value(std::string& out) {
  out.push_back('\n');
  within_ = Within::kNothing;
}

// How many of `bytes`, which are within a string, are read: all that are of it, and its last quote.
std::size_t ValueLines::take_string(std::string_view bytes, std::string& out) {
  std::size_t i = 0;
  if (within_ == Within::kEscape) {
    out.push_back(bytes[i++] == '\n' ? '\x01' : bytes[0]);
    within_ = Within::kString;
  }
  while (i < bytes.size()) {
    const std::size_t end = std::min(bytes.find_first_of("\"\\\n", i), bytes.size());
    out.append(bytes.substr(i, end - i));
    if (end == bytes.size()) return end;
    i = end + 1;
    out.push_back(bytes[end] == '\n' ? '\x01' : bytes[end]);
    if (bytes[end] == '\\') {
      if (i == bytes.size()) {
        within_ = Within::kEscape;
        return i;
      }
      out.push_back(bytes[i] == '\n' ? '\x01' : bytes[i]);
      ++i;
    } else if (bytes[end] == '"') {
      within_ = Within::kNested;
      if (depth_ == 0) end_value(out);
      return i;
    }
  }
  return i;
}

void ValueLines::add(std::string_view bytes, std::string& out) {
  for (std::size_t i = 0; i < bytes.size();) {
    if (within_ == Within::kString || within_ == Within::kEscape) {
      i += take_string(bytes.substr(i), out);
      continue;
    }
    const char c = bytes[i++];
    if (within_ == Within::kNested) {
      out.push_back(c == '\n' ? ' ' : c);
      if (c == '"') within_ = Within::kString;
      if (c == '{' || c == '[') ++depth_;
      if ((c == '}' || c == ']') && --depth_ == 0) end_value(out);
      continue;
    }
    const bool ends_scalar = is_json_space(c) || c == ',' || c == ']' || c == '{' || c == '[' || c == '"';
    if (within_ == Within::kScalar && !ends_scalar) {
      out.push_back(c);
      continue;
    }
    if (within_ == Within::kScalar) end_value(out);
    if (is_json_space(c)) continue;
    if (outer_array_ && c == ',') continue;
    if (outer_array_ && c == ']') {
      outer_array_ = false;
    } else if (!begun_ && c == '[') {
      outer_array_ = true;
    } else {
      begin_value(c, out);
    }
    begun_ = true;
  }
}

bool ValueLines::finish(std::string& out) {
  const bool whole = !outer_array_ && (within_ == Within::kNothing || within_ == Within::kScalar);
  if (within_ != Within::kNothing) end_value(out);
  return whole;
}

}  // namespace textkin::input
