#include "hash/gf2_polynomial.h"

#include <utility>

#include "hash/mix.h"

namespace textkin::hash {
namespace {

Gf2Polynomial common_divisor(Gf2Polynomial a, Gf2Polynomial b) {
  while (b != 0) a = std::exchange(b, gf2_remainder(a, b));
  return a;
}

// t^(2^times) mod p.
Gf2Polynomial squared_variable(int times, Gf2Polynomial p) {
  Gf2Polynomial power = gf2_remainder(2, p);
  for (int i = 0; i < times; ++i) power = gf2_multiply(power, power, p);
  return power;
}

}  // namespace

Gf2Polynomial gf2_multiply(Gf2Polynomial a, Gf2Polynomial b, Gf2Polynomial p) {
  const int degree = gf2_degree(p);
  if (degree == 0) return 0;
  a = gf2_remainder(a, p);
  b = gf2_remainder(b, p);
  const Gf2Polynomial top = Gf2Polynomial{1} << (degree - 1);
  Gf2Polynomial product = 0;
  for (; b != 0; b >>= 1) {
    if (b & 1) product ^= a;
    // The product of a and t has at most the degree of p, so no bit is lost.
    a = a & top ? a << 1 ^ p : a << 1;
  }
  return product;
}

bool gf2_irreducible(Gf2Polynomial p) {
  const int degree = gf2_degree(p);
  if (degree < 1) return false;
  const Gf2Polynomial variable = gf2_remainder(2, p);
  if (squared_variable(degree, p) != variable) return false;
  for (int prime = 2, rest = degree; rest > 1; ++prime) {
    if (rest % prime != 0) continue;
    while (rest % prime == 0) rest /= prime;
    if (common_divisor(p, squared_variable(degree / prime, p) ^ variable) != 1) return false;
  }
  return true;
}

Gf2Polynomial gf2_random_irreducible(std::uint32_t degree, std::uint64_t seed) {
  const Gf2Polynomial leading = Gf2Polynomial{1} << degree;
  for (std::uint64_t n = 0;; ++n) {
    const Gf2Polynomial drawn = leading | (stream_word(seed, n) & (leading - 1)) | 1;
    if (gf2_irreducible(drawn)) return drawn;
  }
}

}  // namespace textkin::hash
