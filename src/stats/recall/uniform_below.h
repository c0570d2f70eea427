// A uniform integer below a bound, from a generator whose every word the standard prescribes: the same on every
// machine, which std::uniform_int_distribution is not.
#pragma once

#include <cstdint>
#include <random>

namespace textkin::stats {

// In [0, bound), bound at least 1. Multiply, keep the high word, and draw again where the low word would favour some
// values (Lemire 2019, Fast random integer generation in an interval).
inline std::uint64_t uniform_below(std::mt19937_64& generator, std::uint64_t bound) {
  const std::uint64_t uneven = (0 - bound) % bound;
  unsigned __int128 product = 0;
  do {
    product = static_cast<unsigned __int128>(generator()) * bound;
  } while (static_cast<std::uint64_t>(product) < uneven);
  return static_cast<std::uint64_t>(product >> 64);
}

}  // namespace textkin::stats
