// hash_bytes: the 64-bit hash of a byte string under a key, "bytes.v2".
//
// Promise: equal bytes under equal keys give equal hashes on every machine; two different strings that were not made to
// collide share a hash with probability about 2^-64. Versioned: stored features depend on it; never change it, add
// another.
//
// Against somebody who makes strings to collide. With a secret key: no way is known that does better than chance.
// With the public key: no string wipes out what another part of it holds, no block is solved for by algebra, and a
// string with the hash of a given one is sought among some 2^64; two strings of one's own that share a hash are found
// among some 2^32, as with any hash of 64 bits. It is not proven; docs/security.md says what rests on it.
//
// Definition, little-endian words, keys k0 .. k3. A string of at most 16 bytes, filled up with zeros: x its first 8
// bytes, y its last 8.
//   a = x ^ k0;  b = y ^ (k1 + length * kLength);  high * 2^64 + low = a * b
//   A = (low + a + a * 2^32) ^ k2;  B = (high + b) ^ k3;  V = A ^ rotl(B, 32)
//   hash = (V ^ V >> 32) * kLast + B
// A factor of 0 or a power of two makes a product forget much of the other factor, so a and b are carried on beside it:
// for any a, no more than two b have one B, since (a + 2^64) b grows with b; for any b, A and B give a but for some of
// its bits. Both halves of the product enter the hash twice, so that no half is to be had from the other; what is left
// to solve is the whole product. A longer string: SipHash-1-3 (siphash.h) under the key's secret; its state of 256 bits
// leaves no meeting in the middle. Cost: up to 16 bytes about 2.2 ns, longer ones about 7 ns and 0.2 ns a byte.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hash/key.h"
#include "hash/siphash.h"

namespace textkin::hash {

static_assert(std::endian::native == std::endian::little, "bytes.v2 is defined on little-endian words");

// How far behind the end of a string `hash_bytes_padded` may read.
inline constexpr std::size_t kBytesPadding = 16;

namespace bytes_v2 {

inline constexpr std::uint64_t kLength = 0x9E3779B97F4A7C15ull;
inline constexpr std::uint64_t kLast = 0x9FB21C651E98DF25ull;

inline std::uint64_t load64(const char* p) {
  std::uint64_t word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

inline std::uint64_t load32(const char* p) {
  std::uint32_t word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

constexpr std::uint64_t hash_short(const Key& key, std::uint64_t x, std::uint64_t y, std::size_t length) {
  const std::uint64_t a = x ^ key.words[0];
  const std::uint64_t b = y ^ (key.words[1] + length * kLength);
  const unsigned __int128 first = static_cast<unsigned __int128>(a) * b;
  const std::uint64_t next_a = (static_cast<std::uint64_t>(first) + a + (a << 32)) ^ key.words[2];
  const std::uint64_t next_b = (static_cast<std::uint64_t>(first >> 64) + b) ^ key.words[3];
  const std::uint64_t both = next_a ^ std::rotl(next_b, 32);
  return (both ^ both >> 32) * kLast + next_b;
}

// A string of more than 16 bytes.
inline std::uint64_t hash_long(const Key& key, const char* data, std::size_t length) {
  return siphash<1, 3>(key.secret, data, length);
}

// Bytes [16 - n, 32 - n) of this row: n ones, then zeros.
alignas(32) inline constexpr unsigned char kKeep[32] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                                                        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};

}  // namespace bytes_v2

// Reads no byte outside [data, data + length).
inline std::uint64_t hash_bytes(const Key& key, const char* data, std::size_t length) {
  using namespace bytes_v2;
  if (length > 16) return hash_long(key, data, length);
  std::uint64_t x = 0;
  std::uint64_t y = 0;
  if (length >= 8) {
    x = load64(data);
    if (length > 8) y = load64(data + length - 8) >> (8 * (16 - length));
  } else if (length >= 4) {
    x = load32(data) | load32(data + length - 4) << (8 * (length - 4));
  } else if (length > 0) {
    const auto byte = [data](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(data[i])} << (8 * i); };
    x = byte(0) | byte(length / 2) | byte(length - 1);
  }
  return hash_short(key, x, y, length);
}

// The same value, faster; the 16 bytes behind the string must be readable, what they hold does not matter.
inline std::uint64_t hash_bytes_padded(const Key& key, const char* data, std::size_t length) {
  using namespace bytes_v2;
  if (length > 16) [[unlikely]]
    return hash_long(key, data, length);
  const char* keep = reinterpret_cast<const char*>(kKeep) + (16 - length);
  return hash_short(key, load64(data) & load64(keep), load64(data + 8) & load64(keep + 8), length);
}

}  // namespace textkin::hash
