// Mixers: bijections of 64-bit words that make every output bit depend on every input bit.
//
// `mix64` is the finaliser of MurmurHash3 with the constants of splitmix64 (Stafford's variant 13). It is a bijection,
// so distinct inputs never collide. Versioned: features and sketches that are stored depend on it; never change it,
// add another.
#pragma once

#include <cstdint>

namespace textkin::hash {

constexpr std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xBF58476D1CE4E5B9ull;
  x ^= x >> 27;
  x *= 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

// The n-th word of a stream named by `seed`: splitmix64 read at any place.
constexpr std::uint64_t stream_word(std::uint64_t seed, std::uint64_t n) {
  return mix64(seed + (n + 1) * 0x9E3779B97F4A7C15ull);
}

}  // namespace textkin::hash
