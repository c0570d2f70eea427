// CharacterSpan: a stretch of a text, in code points.
#pragma once

#include <cstdint>

namespace textkin {

// Characters [begin, end), counted from 0.
struct CharacterSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool operator==(const CharacterSpan&) const = default;
};

}  // namespace textkin
