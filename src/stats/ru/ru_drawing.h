// RuDrawing: the law of (X, Y), by which a function z(i) = X i + Y mod n of RU is drawn, and what follows from it.
//
// Dembele and Lo 2017 leave it open (section 3, IV B: "a number of possibilities may be conceived") and ask for its
// impact. Here it is any law of one function on 1..n x 1..n: X and Y independent with given marginals, or a table of
// their joint law, of whatever copula. Functions are independent and alike (their hypothesis H); weights are divided
// by their sum.
//   Rows apart: rows i and j share a value if and only if n divides X (i - j), so p_ij = P(n / gcd(i - j, n) divides X)
//     and P(D_ij) = (1 - p_ij)^k. All rows differ (D_n, in every one of k functions) if and only if gcd(X, n) = 1:
//     P(D_n) = P(gcd(X, n) = 1)^k, which their equation 19, a sum over pairs of rows as if these were disjoint events,
//     is not; as a bound from below, 1 - sum over pairs of (1 - P(D_ij)), the sum is right.
//   A match, rows in their order: the sum over x of P(X = x, Y in the gaps of x that end with a row of both).
//     Where every row is in a column and gcd(x, n) = 1 the images fill the circle, every gap is 1, and the probability
//     is the similarity of the columns in every order, for Y uniform: their section D. So it is with the matrices of RU
//     and RUM, which have no other rows; rows of neither column leave gaps, by which an order can favour some rows.
//   A match, over all orders: Y does not matter, and X by gcd(X, n) alone (ru_law.h). So any law with P(D_n) = 1
//     estimates the similarity, and no other does.
// Threads: any. Cost: that of ru_match() for the x of positive weight, times log of the y where Y is not uniform.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "textkin/status.h"

namespace textkin::stats {

class RuDrawing {
 public:
  struct Weighted {
    std::uint32_t value = 0;  // of 1..n
    double weight = 0;        // not negative; the same value may come again
  };
  struct Joint {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    double weight = 0;
  };

  static RuDrawing uniform(std::uint32_t n);  // x and y on 1..n: the paper
  static RuDrawing units(std::uint32_t n);    // x on those without a common factor with n
  // An empty list is uniform on 1..n. kInvalidArgument: a value beyond 1..n, a weight that is negative or not finite,
  // or no weight at all.
  static Result<RuDrawing> independent(std::uint32_t n, std::span<const Weighted> x, std::span<const Weighted> y);
  static Result<RuDrawing> joint(std::uint32_t n, std::span<const Joint> pairs);

  // P(gcd(X, n) = g), without those of probability 0.
  std::map<std::uint32_t, double> gcds() const;

  // Of one function, for these rows in this order.
  struct Match {
    double probability = 0;
    double and_apart = 0;  // and the function keeps all rows apart
    // P(the least value, 1, is that of a row of both, and the function keeps all rows apart): their section D. The
    // greatest, n, for the maximum.
    double extreme_and_apart = 0;
  };
  // Rows as ru_match() takes them, and its errors.
  Result<Match> match(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b, bool maximum) const;

 private:
  // P(y <= Y < y + length, around the circle | x), for residues 0 .. n - 1.
  class Shifts {
   public:
    Shifts() = default;  // uniform
    explicit Shifts(const std::map<std::uint32_t, double>& weights);
    double between(std::uint32_t first, std::uint32_t length, std::uint32_t n) const;

   private:
    std::vector<std::uint32_t> values_;
    std::vector<double> before_;  // the weight of the values before each, and of all
  };
  struct Multiplier {
    std::uint32_t x = 1;
    double weight = 0;
    std::uint32_t shifts = 0;  // of shifts_
  };

  RuDrawing(std::uint32_t n, std::vector<Multiplier> multipliers, std::vector<Shifts> shifts)
      : n_(n), multipliers_(std::move(multipliers)), shifts_(std::move(shifts)) {}

  std::uint32_t n_;
  std::vector<Multiplier> multipliers_;  // by x, their weights add up to 1
  std::vector<Shifts> shifts_;
};

// From the probabilities of gcd(X, n): that of a function that keeps all rows apart, and p_ij of rows whose distance
// has this gcd with n, a divisor of n below it.
double keeps_apart(const std::map<std::uint32_t, double>& gcds);
double share_a_value(const std::map<std::uint32_t, double>& gcds, std::uint32_t n, std::uint32_t gcd);

}  // namespace textkin::stats
