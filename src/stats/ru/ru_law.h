// The exact law of the match of two columns under z(i) = x i + y mod n (Dembele, Lo 2017; Rajaraman, Ullman 2011).
//
// Rows are numbered 1..n, x and y are drawn uniformly from 1..n, a remainder of 0 is written n. A hash function matches
// where the minimum of z over the rows of A equals that over the rows of B. `k` functions drawn independently match
// Binomial(k, p) times (their equation 16), p the probability here. It holds for any n, prime or composite.
//
// For a fixed x the images x i mod n lie on a circle, and the shift y cuts it at a uniform place: the minima are equal
// if and only if the first image behind the cut is one of both sets. So P(match | x) is 1/n times the sum of the gaps
// in front of the images that both have, and y needs no enumeration. x of g = gcd(x, n) takes the rows to n/g images g
// apart: for g > 1 rows fall together, which adds matches of different rows ("ties").
// The maximum has the same law: x -> n - x turns the circle round, and both are equally likely.
//
// Averaged over all orders of the rows (equation 15) a multiplier of gcd g is as good as any other of that gcd, and
//   p = (1/n) sum over g | n of phi(n/g) Q_g,
// with Q_g the probability that the first of n/g classes of g rows that A hits is also the first that B hits: Q_1 = J,
// Q_n = 1, so p = J + (1 - J) / n exactly where n is prime. A fixed order can be far from that average (rows 1..6
// against 4..9 of 31: 0.29 for J = 1/3), at every k: it is a property of the family.
// One caution on equation 16: where one random order serves all k functions they are independent given the order only,
// so the number of matches is a mixture of binomials, of the same mean and a larger variance.
// So is one whatever the law of (X, Y): over all orders it counts by the law of gcd(X, n) alone (ru_drawing.h).
// Threads: any.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "textkin/status.h"

namespace textkin::stats {

// The multipliers x of one gcd with n: P(match | this class) = matching / (multipliers * n).
struct RuClass {
  std::uint32_t gcd = 1;
  std::uint64_t multipliers = 0;  // phi(n / gcd)
  std::uint64_t matching = 0;     // pairs (x, y) that match

  bool operator==(const RuClass&) const = default;
};

// As a fraction: of the trials = n^2 pairs (x, y) so many match.
struct RuMatch {
  std::uint64_t matching = 0;
  std::uint64_t trials = 1;
  std::vector<RuClass> classes;  // by ascending gcd

  double probability() const { return static_cast<double>(matching) / static_cast<double>(trials); }
};

// For these rows in this order; `a` and `b` ascending, without repeats, of 1..n. An empty set matches nothing.
// kInvalidArgument for other rows, kExhausted where it would take minutes: it costs n min(n, u log u) for a union of u
// rows, some 2 ns each, and is refused beyond 2^33.
Result<RuMatch> ru_match(std::uint32_t n, std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

// The average over all n! orders of the rows, for sets of these sizes; they must fit in n rows. Relative error about
// 1e-9. Cost: the sum of the divisors of n up to n / 2, some 100 ns each, and far less where the sets are not tiny;
// kExhausted beyond 2^28 of them.
Result<double> ru_mean_match(std::uint32_t n, std::uint32_t size_a, std::uint32_t size_b, std::uint32_t shared);
// The same where gcd(x, n) has these probabilities, whatever y is: the sum of probability * Q_gcd.
Result<double> ru_mean_match(std::uint32_t n, std::uint32_t size_a, std::uint32_t size_b, std::uint32_t shared,
                             const std::map<std::uint32_t, double>& gcds);

// Euler's phi: how many of 1..n have no common factor with n.
std::uint64_t totient(std::uint32_t n);

}  // namespace textkin::stats
