// Valid JSON as it is written: where strings and values end in it, and what a string means. Private to this room.
//
// For what a reader has taken for an object already (JsonRecord): nothing is judged here, and depth costs nothing.
// Offsets are bytes of `line`. Cost: some 0.1 ns a byte of strings, 1 ns of what stands between them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace textkin::input {

// Bytes [begin, end) of a line.
struct StringPlace {
  std::size_t begin = std::string_view::npos;
  std::size_t end = std::string_view::npos;
};

std::size_t behind_space(std::string_view line, std::size_t at);

// The closing quote of the string whose opening quote is before `at`.
std::size_t closing_quote(std::string_view line, std::size_t at);

// Behind the value that begins at `at`.
std::size_t behind_value(std::string_view line, std::size_t at);

// Bytes in which the character at `at` of a string is written; a pair of surrogates in escapes is one.
std::size_t written_size(std::string_view written, std::size_t at);

// Appends what `written`, what stands between a string's quotes, means.
void append_meant(std::string_view written, std::string& out);

// Whether a key that is so written is `name`.
bool is_key(std::string_view written, std::string_view name);

}  // namespace textkin::input
