// LinearMinwise: the exact min-wise law of the linear family h(x) = a x + b mod n, and so its bias.
//
// Two-wise independence does not make a family min-wise: of consecutive keys the outer ones are the minimum too often,
// and the minima of two sets agree with another probability than their Jaccard similarity (by up to .08). The law is
// exact here: given a, the keys sit at the points a x mod n of a circle, and the minimum after the random shift b is
// the first point clockwise from a uniform place. Hence
//   P(h(x) is the least of X) = E_a[gap in front of a x among the points of X] / n,
//   P(min h(A) = min h(B)) = E_a[sum of the gaps in front of points that both sets have, among those of A u B] / n,
// with b uniform in 0 .. n-1 and a uniform in `Multipliers`. For a prime modulus both choices are the same. For a
// composite one multipliers with a common factor put different keys on one point: ties, which count as agreement.
//
// Keys are distinct or not, below the modulus (which is 2 .. kMostModulus); sets are not empty; x is in X: else
// kInvalidArgument. Reference: Broder, Charikar, Frieze, Mitzenmacher 1998 (the slope of interval ends); the gap form
// follows from their section on linear families. Cost: n sorts of all keys. Threads: any.
#pragma once

#include <cstdint>
#include <span>

#include "stats/law/fraction.h"
#include "textkin/status.h"

namespace textkin::stats {

enum class Multipliers {
  kUnits,    // 1 <= a < n without a common factor with n: bijections
  kNonZero,  // 1 <= a < n
};

class LinearMinwise {
 public:
  // Products of two numbers below it, and their sum over all a, fit in 64 bits.
  static constexpr std::uint64_t kMostModulus = std::uint64_t{1} << 31;

  static Result<LinearMinwise> of(std::uint64_t modulus, Multipliers multipliers);

  Result<Fraction> least(std::span<const std::uint64_t> set, std::uint64_t x) const;
  Result<Fraction> collision(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) const;

 private:
  LinearMinwise(std::uint64_t modulus, Multipliers multipliers) : modulus_(modulus), multipliers_(multipliers) {}
  bool has(std::uint64_t multiplier) const;

  std::uint64_t modulus_;
  Multipliers multipliers_;
};

}  // namespace textkin::stats
