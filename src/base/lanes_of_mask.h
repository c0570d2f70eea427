// For each mask of 8 lanes the numbers of its lanes, ascending: what moves the chosen lanes of a vector to its front.
//
// Highway 1.0.3 has such a table inside Compress, where g++ copies it to the stack on every call.
#pragma once

#include <cstdint>

namespace textkin::base {

struct LanesOfMask {
  std::uint8_t places[256][8] = {};
  constexpr LanesOfMask() {
    for (unsigned mask = 0; mask < 256; ++mask) {
      unsigned count = 0;
      for (unsigned lane = 0; lane < 8; ++lane)
        if (mask >> lane & 1) places[mask][count++] = static_cast<std::uint8_t>(lane);
    }
  }
};

inline constexpr LanesOfMask kLanesOfMask;

}  // namespace textkin::base
