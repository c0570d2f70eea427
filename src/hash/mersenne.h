// Arithmetic modulo the primes 2^31 - 1 and 2^61 - 1, whose remainders need no division.
//
// Products are made in full (128 bits), then reduced: in plain 64-bit arithmetic a product is silently taken mod 2^64
// first, and the family is no longer the one whose law is claimed.
#pragma once

#include <cstdint>

namespace textkin::hash {

template <int kBits>
struct Mersenne {
  static constexpr std::uint64_t kPrime = (std::uint64_t{1} << kBits) - 1;

  // v mod 2^kBits - 1, for any v.
  static constexpr std::uint64_t reduce(std::uint64_t v) {
    v = (v & kPrime) + (v >> kBits);
    if constexpr (kBits < 32) v = (v & kPrime) + (v >> kBits);
    return v >= kPrime ? v - kPrime : v;
  }

  // (a x + b) mod 2^kBits - 1 for a, x, b below the prime.
  static constexpr std::uint64_t multiply_add(std::uint64_t a, std::uint64_t x, std::uint64_t b) {
    if constexpr (kBits < 32) {
      return reduce(a * x + b);
    } else {
      const unsigned __int128 product = static_cast<unsigned __int128>(a) * x + b;
      return reduce((static_cast<std::uint64_t>(product) & kPrime) + static_cast<std::uint64_t>(product >> kBits));
    }
  }
};

}  // namespace textkin::hash
