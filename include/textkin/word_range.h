// WordRange: a run of the words of a text, which are counted from 0.
#pragma once

#include <cstdint>

namespace textkin {

struct WordRange {
  std::uint32_t first = 0;
  std::uint32_t words = 0;

  bool operator==(const WordRange&) const = default;
};

}  // namespace textkin
