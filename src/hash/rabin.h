// RabinFingerprint: a byte string as a polynomial over GF(2), modulo an irreducible polynomial P: "rabin.v1".
//
// Definition: the bits of the string, first byte first and highest bit of a byte first, are the coefficients of A(t),
// highest power first. residue(A) = A(t) mod P(t). It is linear: residue(A xor B) = residue(A) xor residue(B) for
// strings of one length; but zero bytes in front vanish. Hence the fingerprint is that of the string with a 1 in front
// (as Broder does): fingerprint(A) = t^(8 length) + A(t) mod P(t). Values have as many bits as P has degree.
//
// Law: for two different strings of at most n bits, fixed before P is drawn, the chance over P that they have the same
// fingerprint is at most n / 2^(degree - 1): their difference has at most n / degree irreducible factors, of at least
// 2^(degree - 1) / degree polynomials. Strings chosen when P is known collide at will. No other randomness: shingles
// that overlap have related fingerprints, so mix them (hash::mix64) before taking minima.
// Reference: Rabin 1981, Fingerprinting by random polynomials; Broder 1993, Some applications of Rabin's fingerprinting
// method. Cost: a table of 2 KiB; some 2 ns a byte, 3 with the windows. Threads: immutable.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hash/gf2_polynomial.h"
#include "textkin/status.h"

namespace textkin::hash {

class RabinFingerprint {
 public:
  static constexpr std::uint32_t kMostBits = 63;

  // A random irreducible polynomial of `degree`, 1 to 63, from the seed's stream; else kInvalidArgument.
  static Result<RabinFingerprint> make(std::uint32_t degree, std::uint64_t seed);
  // kInvalidArgument for a polynomial that is not irreducible, or is t itself (which sees the last bit alone).
  static Result<RabinFingerprint> of(Gf2Polynomial polynomial);

  Gf2Polynomial polynomial() const { return polynomial_; }
  std::uint32_t degree() const { return degree_; }

  std::uint64_t operator()(std::string_view bytes) const;
  std::uint64_t residue(std::string_view bytes) const;

  // The state behind `byte`, from the state (residue or fingerprint) in front of it. That of nothing is 0 for residues,
  // 1 for fingerprints.
  std::uint64_t append(std::uint64_t state, unsigned char byte) const {
    const std::uint64_t over = degree_ >= 8 ? state >> (degree_ - 8) : (state << 8 | byte) >> degree_;
    return ((state << 8 | byte) & below_) ^ over_[over];
  }

 private:
  explicit RabinFingerprint(Gf2Polynomial polynomial);

  Gf2Polynomial polynomial_;
  std::uint32_t degree_;
  std::uint64_t below_;                  // the bits below t^degree
  std::array<std::uint64_t, 256> over_;  // v(t) t^degree mod P, for what overflows
};

// The fingerprints of all windows of `window` bytes (1 or more), first to last: the same as fingerprint(window), at one
// step a byte. Nothing where the string is shorter.
std::vector<std::uint64_t> rabin_windows(const RabinFingerprint& fingerprint, std::string_view bytes,
                                         std::size_t window);

}  // namespace textkin::hash
