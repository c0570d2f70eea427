// Fraction: a probability as a quotient of two integers in lowest terms, so that equal laws are equal to the bit.
#pragma once

#include <cstdint>
#include <numeric>

namespace textkin::stats {

struct Fraction {
  std::uint64_t numerator;
  std::uint64_t denominator;  // above 0

  static constexpr Fraction of(std::uint64_t numerator, std::uint64_t denominator) {
    const std::uint64_t common = std::gcd(numerator, denominator);
    return {numerator / common, denominator / common};
  }
  constexpr double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
  bool operator==(const Fraction&) const = default;
};

}  // namespace textkin::stats
