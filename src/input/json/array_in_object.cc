#include "input/json/array_in_object.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "input/json/json_space.h"

namespace textkin::input {
namespace {

constexpr std::size_t kLongestKey = 200;  // that messages show
constexpr std::size_t kMostKeys = 8;

}  // namespace

// How many of `bytes`, which are within a string, are read: all that are of it, and its last quote.
std::size_t ArrayInObject::take_string(std::string_view bytes, std::string& out) {
  std::size_t end = 0;
  while (end < bytes.size() && in_string_) {
    if (escaped_) {
      escaped_ = false;
      ++end;
      continue;
    }
    end = std::min(bytes.find_first_of("\"\\", end), bytes.size());
    if (end == bytes.size()) break;
    (bytes[end] == '"' ? in_string_ : escaped_) = bytes[end] != '"';
    ++end;
  }
  if (passing_) out.append(bytes.substr(0, end));
  if (depth_ == 1 && string_.size() < kLongestKey)
    string_ += bytes.substr(0, std::min(in_string_ ? end : end - 1, kLongestKey - string_.size()));
  return end;
}

void ArrayInObject::take(char c, std::string& out) {
  if (opened_) {
    if (is_json_space(c)) return;
    opened_ = false;
    passing_ = c == '{';
    if (passing_ && keys_.size() < kMostKeys) keys_.push_back(key_);
  }
  switch (c) {
    case '"':
      in_string_ = true;
      if (depth_ == 1) string_.clear();
      break;
    case ':':
      if (depth_ == 1) key_ = string_;
      break;
    case '{':
    case '[':
      opened_ = ++depth_ == 2 && c == '[';
      break;
    case '}':
    case ']':
      if (--depth_ == 1) {
        if (passing_) out.push_back('\n');
        passing_ = false;
      }
      ended_ = depth_ == 0;
      break;
    default:
      break;
  }
  if (passing_) out.push_back(c == ',' && depth_ == 2 ? ' ' : c);
}

void ArrayInObject::add(std::string_view bytes, std::string& out) {
  for (std::size_t i = 0; i < bytes.size();) {
    if (in_string_) {
      i += take_string(bytes.substr(i), out);
      continue;
    }
    const char c = bytes[i++];
    if (depth_ > 0 || (!ended_ && c == '{'))
      take(c, out);
    else if (ended_)
      follows_ = follows_ || !is_json_space(c);
  }
}

Status many_arrays(const std::string& file, const std::vector<std::string>& keys) {
  return Status(
      Code::kBadInput,
      fmt::format("{}: holds records under \"{}\"; take out those that are meant, a line each (jq -c '.{}[]' FILE), "
                  "or --as document to read all of it as one text",
                  file, fmt::join(keys, "\" and \""), keys.back()));
}

}  // namespace textkin::input
