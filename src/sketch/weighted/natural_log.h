// natural_log and uniform_of: the floating point that sketches of weighted sets rest on.
//
// Promise: the same bits on every machine, thread and SIMD target: additions, multiplications and divisions that IEEE
// 754 rounds exactly, in the order that stands here, and no call of a C library, whose logarithms differ. Files that
// include this are compiled without contraction of products and sums (-ffp-contract=off), see CMakeLists.txt.
#pragma once

#include <bit>
#include <cstdint>

namespace textkin::sketch {

// ln x for a positive normal x, right to 3e-16 of the larger of |ln x| and |x - 1|: x = 2^e m, sqrt(1/2) < m < sqrt(2),
// ln m = 2 artanh((m - 1) / (m + 1)) by its series. Monotone only up to its error; near 1 its sign is right.
constexpr double natural_log(double x) {
  constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 52) - 1;
  constexpr std::uint64_t kRootOfTwo = 0x6A09E667F3BCDull;  // mantissa bits of sqrt(2)
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t mantissa = bits & kMantissa;
  const std::uint64_t halved = mantissa >= kRootOfTwo ? 1 : 0;
  const double m = std::bit_cast<double>(mantissa | (1023 - halved) << 52);
  const double e =
      static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023 + static_cast<std::int64_t>(halved));
  const double f = (m - 1) / (m + 1);
  const double s = f * f;
  const double w = s * s;
  // Even and odd terms apart, so that the two chains run beside each other.
  const double even = 1.0 / 5 + w * (1.0 / 9 + w * (1.0 / 13 + w * (1.0 / 17 + w * (1.0 / 21))));
  const double odd = 1.0 / 3 + w * (1.0 / 7 + w * (1.0 / 11 + w * (1.0 / 15 + w * (1.0 / 19))));
  // ln 2 in two parts: the product of the first with e is exact.
  return e * 0x1.62e42fefap-1 + (e * 0x1.cf79abc9e3b3ap-40 + (2 * f + 2 * f * (s * odd + w * even)));
}

// A word as a number between 0 and 1, both excluded, from its high 52 bits. -natural_log of it is Exp(1).
constexpr double uniform_of(std::uint64_t word) { return (static_cast<double>(word >> 12) + 0.5) * 0x1p-52; }

// The same from 32 bits.
constexpr double uniform_of_half(std::uint32_t word) { return (static_cast<double>(word) + 0.5) * 0x1p-32; }

}  // namespace textkin::sketch
