// A JSON string cut shorter: its own bytes stay as they are written, escapes too. Private to this room.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "textkin/character_span.h"

namespace textkin::input {

// Of `written`, what stands between a string's quotes. A pair of surrogates in escapes is one character.
std::uint32_t count_written_characters(std::string_view written);

// Appends `written` without those of its characters.
void append_cut_string(std::string_view written, std::span<const CharacterSpan> cuts, std::string& out);

}  // namespace textkin::input
