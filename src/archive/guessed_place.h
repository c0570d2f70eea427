// GuessedPlace: where a key belongs among ascending ones, looked for from where it would be if they were spread evenly.
//
// Keys are hashes, and so they are spread evenly: the guess is off by some square root of their number, and only keys
// near it are read, which lie in a line or two of the processor's cache. Whatever they are, the cost is at most twice
// that of halving. Threads: no state shared.
#pragma once

#include <algorithm>
#include <cstdint>

namespace textkin::archive {

// How many of `size` keys are below `key`; key_at(i): the i-th.
template <class KeyAt>
std::uint64_t guessed_place(std::uint64_t size, std::uint64_t key, KeyAt key_at) {
  if (size == 0 || key_at(0) >= key) return 0;
  if (key_at(size - 1) < key) return size;
  // key_at(low) < key <= key_at(high) from here on.
  std::uint64_t low = 0;
  std::uint64_t high = size - 1;
  const std::uint64_t first = key_at(0);
  const double part = static_cast<double>(key - first) / static_cast<double>(key_at(high) - first);
  std::uint64_t at = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(part * static_cast<double>(high)), 1, high);
  for (std::uint64_t step = 4;; step *= 2) {
    if (key_at(at) < key) {
      low = at;
      if (high - at <= step || key_at(at + step) >= key) {
        high = std::min(high, at + step);
        break;
      }
      at += step;
    } else {
      high = at;
      if (at - low <= step || key_at(at - step) < key) {
        low = std::max(low, at <= step ? 0 : at - step);
        break;
      }
      at -= step;
    }
  }
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (key_at(middle) < key ? low : high) = middle;
  }
  return high;
}

}  // namespace textkin::archive
