// A JSON object with a string cut shorter: the string's own bytes stay as they are written, escapes too. Private to
// this room.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "textkin/character_span.h"

namespace textkin::input {

// Bytes [begin, end) of a line.
struct StringPlace {
  std::size_t begin = std::string_view::npos;
  std::size_t end = std::string_view::npos;
};

// What stands between the quotes of the value of the top-level key `name` (which may be written with escapes) in
// `line`, a valid JSON object in UTF-8; npos where that value is no string. Cost: some 1 ns a byte.
StringPlace find_string(std::string_view line, std::string_view name);

// Appends `written`, what stands between a string's quotes, without those of its characters. A pair of surrogates in
// escapes is one character.
void append_cut_string(std::string_view written, std::span<const CharacterSpan> cuts, std::string& out);

}  // namespace textkin::input
