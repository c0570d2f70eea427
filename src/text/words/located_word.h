// LocatedWord: a word as passages compare it, with its place in the text it is of (located_words.h).
#pragma once

#include <cstdint>

namespace textkin::text {

struct LocatedWord {
  std::uint64_t hash = 0;
  std::uint32_t begin = 0;  // code points
  std::uint32_t end = 0;    // behind the last
  bool hidden = false;
  bool look_alike = false;

  bool operator==(const LocatedWord&) const = default;
};

}  // namespace textkin::text
