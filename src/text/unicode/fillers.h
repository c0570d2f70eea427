// Fillers of Hangul (U+115F, U+1160, U+3164, U+FFA0): beside Hangul part of a syllable, and elsewhere a blank, though
// by Unicode nothing is drawn for them. What writes them in place of spaces, or within words, wants words to be others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace textkin::text {

constexpr bool is_filler(std::uint32_t c) { return c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0; }

// Where in `text`, valid UTF-8, fillers begin, one or some in a row, that part words (base/word_gaps.h): bytes, in
// order. Cost: that of base::parting_gaps().
std::vector<std::size_t> parting_fillers(std::string_view text);

}  // namespace textkin::text
