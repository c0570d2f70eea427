#include "hash/rabin.h"

#include <bit>
#include <string>

namespace textkin::hash {
namespace {

// t^exponent mod p.
Gf2Polynomial power_of_variable(std::size_t exponent, Gf2Polynomial p) {
  Gf2Polynomial power = gf2_remainder(1, p);
  for (int bit = static_cast<int>(std::bit_width(exponent)) - 1; bit >= 0; --bit) {
    power = gf2_multiply(power, power, p);
    if (exponent >> bit & 1) power = gf2_multiply(power, 2, p);
  }
  return power;
}

}  // namespace

RabinFingerprint::RabinFingerprint(Gf2Polynomial polynomial)
    : polynomial_(polynomial),
      degree_(static_cast<std::uint32_t>(gf2_degree(polynomial))),
      below_((std::uint64_t{1} << degree_) - 1) {
  const Gf2Polynomial leading = gf2_remainder(std::uint64_t{1} << degree_, polynomial);
  for (std::uint64_t v = 0; v < over_.size(); ++v) over_[v] = gf2_multiply(v, leading, polynomial);
}

Result<RabinFingerprint> RabinFingerprint::make(std::uint32_t degree, std::uint64_t seed) {
  if (degree < 1 || degree > kMostBits)
    return Status(Code::kInvalidArgument,
                  "a Rabin fingerprint has 1 to " + std::to_string(kMostBits) + " bits, not " + std::to_string(degree));
  return RabinFingerprint(gf2_random_irreducible(degree, seed));
}

Result<RabinFingerprint> RabinFingerprint::of(Gf2Polynomial polynomial) {
  if (gf2_irreducible(polynomial) && polynomial != 2) return RabinFingerprint(polynomial);
  return Status(Code::kInvalidArgument, "the polynomial with the bits " + std::to_string(polynomial) +
                                            " does not make a Rabin fingerprint: it must be irreducible over GF(2), "
                                            "and not t; one of 63 bits is 9223372036854775811 (t^63 + t + 1)");
}

std::uint64_t RabinFingerprint::operator()(std::string_view bytes) const {
  std::uint64_t state = gf2_remainder(1, polynomial_);
  for (const char byte : bytes) state = append(state, static_cast<unsigned char>(byte));
  return state;
}

std::uint64_t RabinFingerprint::residue(std::string_view bytes) const {
  std::uint64_t state = 0;
  for (const char byte : bytes) state = append(state, static_cast<unsigned char>(byte));
  return state;
}

std::vector<std::uint64_t> rabin_windows(const RabinFingerprint& fingerprint, std::string_view bytes,
                                         std::size_t window) {
  std::vector<std::uint64_t> found;
  if (window == 0 || bytes.size() < window) return found;
  found.reserve(bytes.size() - window + 1);
  const Gf2Polynomial p = fingerprint.polynomial();
  // What the byte that leaves, with the 1 in front of it, adds once it has moved out of the window; and the new 1.
  const Gf2Polynomial moved_out = power_of_variable(8 * window, p);
  const std::uint64_t ones = gf2_multiply(moved_out, 0x101, p);
  std::array<std::uint64_t, 256> leaving;
  for (std::uint64_t byte = 0; byte < leaving.size(); ++byte) leaving[byte] = gf2_multiply(moved_out, byte, p) ^ ones;
  std::uint64_t state = fingerprint(bytes.substr(0, window));
  found.push_back(state);
  for (std::size_t i = window; i < bytes.size(); ++i) {
    state = fingerprint.append(state, static_cast<unsigned char>(bytes[i])) ^
            leaving[static_cast<unsigned char>(bytes[i - window])];
    found.push_back(state);
  }
  return found;
}

}  // namespace textkin::hash
