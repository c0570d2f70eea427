// MurmurHash3 x86_32 (Appleby 2011) of a byte string and of a 64-bit key, and the family with a seed a row,
// "murmur3.v1".
//
// A key is hashed as its 8 bytes, lowest first, the same on every machine; row i has the seed stream_word(seed, i) cut
// to 32 bits. No theorem. Law: bijective in each half of the key; no bias is seen on keys in a row. But every key
// has a partner that it collides with under every seed (Aumasson, Bernstein 2012), so it is not universal, and whoever
// chooses keys can make it fail. (The published code reads words in the machine's order; here they are little-endian.)
// Cost: some 1.5 ns a key, 0.5 ns a byte for strings. Threads: immutable.
#pragma once

#include <bit>
#include <string_view>
#include <vector>

#include "hash/family.h"
#include "hash/mix.h"

namespace textkin::hash {

namespace murmur3_detail {

constexpr std::uint32_t scramble(std::uint32_t block) { return std::rotl(block * 0xCC9E2D51u, 15) * 0x1B873593u; }
constexpr std::uint32_t absorb(std::uint32_t state, std::uint32_t block) {
  return std::rotl(state ^ scramble(block), 13) * 5 + 0xE6546B64u;
}
constexpr std::uint32_t finish(std::uint32_t state, std::uint32_t length) {
  state ^= length;
  state = (state ^ state >> 16) * 0x85EBCA6Bu;
  state = (state ^ state >> 13) * 0xC2B2AE35u;
  return state ^ state >> 16;
}

}  // namespace murmur3_detail

// Strings of 2^32 bytes and more have their length taken mod 2^32, as published.
std::uint32_t murmur3_32(std::string_view bytes, std::uint32_t seed);

// murmur3_32 of the key's 8 bytes, lowest first.
constexpr std::uint32_t murmur3_32(std::uint64_t key, std::uint32_t seed) {
  using namespace murmur3_detail;
  const auto first = absorb(seed, static_cast<std::uint32_t>(key));
  return finish(absorb(first, static_cast<std::uint32_t>(key >> 32)), 8);
}

class Murmur3Family final : public HashFamily {
 public:
  Murmur3Family(std::uint32_t rows, std::uint64_t seed)
      : HashFamily(rows, 0xFFFFFFFFu, ~std::uint64_t{0}), seeds_(rows) {
    for (std::uint32_t row = 0; row < rows; ++row) seeds_[row] = static_cast<std::uint32_t>(stream_word(seed, row));
  }

  std::uint64_t value(std::uint32_t row, std::uint64_t key) const override { return murmur3_32(key, seeds_[row]); }
  void minima(const std::uint64_t* keys, std::size_t count, std::uint32_t* out) const override {
    minima_by_rows(*this, keys, count, out);
  }

 private:
  std::vector<std::uint32_t> seeds_;
};

}  // namespace textkin::hash
