// Draws: the words of a seed's stream one after the other, and uniform integers below a bound made of them.
#pragma once

#include <cstdint>

#include "hash/mix.h"

namespace textkin::hash {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t word() { return stream_word(seed_, next_++); }

  // In [0, bound), bound at least 1. Multiply, keep the high word, and draw again where the low word would favour some
  // values (Lemire 2019, Fast random integer generation in an interval).
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t uneven = (0 - bound) % bound;
    unsigned __int128 product = 0;
    do {
      product = static_cast<unsigned __int128>(word()) * bound;
    } while (static_cast<std::uint64_t>(product) < uneven);
    return static_cast<std::uint64_t>(product >> 64);
  }

 private:
  std::uint64_t seed_;
  std::uint64_t next_ = 0;
};

}  // namespace textkin::hash
