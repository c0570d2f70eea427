// LinearFamily: h_i(x) = (a_i x + b_i) mod n for any modulus n, "linear.v1"; a_i without a common factor with n,
// "linear-units.v1". The family of the textbooks and of small examples.
//
// a is uniform in 1 .. n-1 (or among those without a common factor), b in 0 .. n-1. Keys from n on are taken mod n.
// Law: for a prime n the values of two different keys are uniform over all pairs of different values (two-wise
// independent but for a = 0), and every row is a bijection of 0 .. n-1. For a composite n rows with a common factor map
// different keys on one value; with units alone rows are bijections again. Not min-wise: stats/law/linear_minwise.h.
// Reference: Carter, Wegman 1979. Cost: two divisions, some 4 ns a value.
#pragma once

#include <vector>

#include "hash/family.h"
#include "textkin/status.h"

namespace textkin::hash {

class LinearFamily final : public HashFamily {
 public:
  static constexpr std::uint64_t kMostModulus = std::uint64_t{1} << 32;

  enum class Multipliers { kNonZero, kUnits };

  // 2 <= modulus <= kMostModulus, else kInvalidArgument.
  static Result<LinearFamily> draw(std::uint32_t rows, std::uint64_t seed, std::uint64_t modulus, Multipliers kind);
  // Given functions: row i is (multipliers[i] x + offsets[i]) mod modulus. kInvalidArgument where their numbers differ,
  // or the modulus or a coefficient is out of range.
  static Result<LinearFamily> of(std::uint64_t modulus, std::vector<std::uint64_t> multipliers,
                                 std::vector<std::uint64_t> offsets);

  std::uint64_t modulus() const { return modulus_; }
  std::uint64_t multiplier(std::uint32_t row) const { return a_[row]; }
  std::uint64_t offset(std::uint32_t row) const { return b_[row]; }

  // No product overflows: all three are below 2^32.
  std::uint64_t value(std::uint32_t row, std::uint64_t key) const override {
    return (a_[row] * (key % modulus_) + b_[row]) % modulus_;
  }
  void minima(const std::uint64_t* keys, std::size_t count, std::uint32_t* out) const override {
    minima_by_rows(*this, keys, count, out);
  }

 private:
  LinearFamily(std::uint64_t modulus, std::vector<std::uint64_t> a, std::vector<std::uint64_t> b);

  std::uint64_t modulus_;
  std::vector<std::uint64_t> a_;
  std::vector<std::uint64_t> b_;
};

}  // namespace textkin::hash
