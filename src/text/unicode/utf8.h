// Code points of UTF-8.
//
// The text of a Document is valid UTF-8; bytes that are not are still read safely: each one that starts nothing valid
// counts as one U+FFFD.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/utf8.h"

namespace textkin::text {

inline constexpr std::uint32_t kCodePoints = 0x110000;

struct CodePoint {
  std::uint32_t value;
  std::uint32_t length;  // bytes, 1 .. 4
};

// The code point at `p`, which is before `end`.
inline CodePoint decode(const char* p, const char* end) {
  const auto byte = [p](int i) { return std::uint32_t{static_cast<unsigned char>(p[i])}; };
  const auto follows = [&](int i) { return p + i < end && base::continues_character(p[i]); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead >= 0xC2 && lead < 0xE0 && follows(1)) return {(lead & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  if (lead >= 0xE0 && lead < 0xF0 && follows(1) && follows(2)) {
    const std::uint32_t value = (lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    if (value >= 0x800 && (value < 0xD800 || value > 0xDFFF)) return {value, 3};
  }
  if (lead >= 0xF0 && lead < 0xF5 && follows(1) && follows(2) && follows(3)) {
    const std::uint32_t value = (lead & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
    if (value >= 0x10000 && value < kCodePoints) return {value, 4};
  }
  return {0xFFFD, 1};
}

// The greatest place <= `at`, which lies in `text`, that is not inside a code point; goes back at most 3 bytes.
inline std::size_t code_point_start(std::string_view text, std::size_t at) {
  std::size_t place = at;
  for (int i = 0; i < 3 && place > 0 && base::continues_character(text[place]); ++i) --place;
  return base::continues_character(text[place]) ? at : place;
}

}  // namespace textkin::text
