// Polynomials over GF(2), the field of two elements, of degree at most 63: bit i of a word is the coefficient of t^i.
//
// Addition is exclusive or. What a Rabin fingerprint needs of them: products modulo a polynomial, whether one is
// irreducible (has no factors but itself and 1), and random irreducible ones.
// Reference: Rabin 1980, Probabilistic algorithms in finite fields (the irreducibility test). Threads: any.
#pragma once

#include <bit>
#include <cstdint>

namespace textkin::hash {

using Gf2Polynomial = std::uint64_t;

// -1 for the zero polynomial.
constexpr int gf2_degree(Gf2Polynomial p) { return static_cast<int>(std::bit_width(p)) - 1; }

// The rest of a divided by p, which is not 0. Cost: one step a degree of difference.
constexpr Gf2Polynomial gf2_remainder(Gf2Polynomial a, Gf2Polynomial p) {
  const int degree = gf2_degree(p);
  for (int excess = gf2_degree(a) - degree; excess >= 0; excess = gf2_degree(a) - degree) a ^= p << excess;
  return a;
}

// a b mod p; p is not 0.
Gf2Polynomial gf2_multiply(Gf2Polynomial a, Gf2Polynomial b, Gf2Polynomial p);

// Rabin's test: p of degree d is irreducible if and only if t^(2^d) = t mod p, and t^(2^(d/q)) - t and p have no common
// factor for any prime q that divides d. Constants are not irreducible. Cost: d products, some microseconds.
bool gf2_irreducible(Gf2Polynomial p);

// Uniform among the irreducible polynomials of degree 1 to 63 with constant term 1 (all, but for t itself): the first
// among the words of the seed's stream, cut to the degree. One in about degree / 2 is irreducible.
Gf2Polynomial gf2_random_irreducible(std::uint32_t degree, std::uint64_t seed);

}  // namespace textkin::hash
