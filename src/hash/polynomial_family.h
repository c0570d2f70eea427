// PolynomialFamily: h_i(x) = (c_0 + c_1 x + ... + c_{k-1} x^{k-1}) mod p over a Mersenne prime p: the k-independent
// family. With two coefficients it is the linear one: "linear-31.v1" (p = 2^31 - 1) and "linear-61.v1" (p = 2^61 - 1),
// where c_1 is not 0, so that every row is a bijection of 0 .. p-1. With k >= 2 over 2^61 - 1: "polynomial.v1".
//
// Coefficients are uniform in 0 .. p-1. Keys from p on are taken mod p.
// Law: the values of any k different keys are independent and uniform (with c_1 not 0: two values never agree, and are
// uniform over all other pairs). Min-wise only approximately: (1 +- e) / |X| needs k of the order ln 1/e (Indyk 1999);
// k = 2 is biased by up to .08 of similarity on keys in a row, k = 3 by less than .003 there.
// Reference: Wegman, Carter 1981. Cost: k - 1 products, some 2.5 ns each.
#pragma once

#include <vector>

#include "hash/draws.h"
#include "hash/family.h"
#include "hash/mersenne.h"

namespace textkin::hash {

template <int kBits>
class PolynomialFamily final : public HashFamily {
 public:
  using Field = Mersenne<kBits>;
  enum class Leading { kAny, kNonZero };

  // `independence` coefficients a row, at least 1; the leading one is the last.
  PolynomialFamily(std::uint32_t rows, std::uint64_t seed, std::uint32_t independence, Leading leading)
      : HashFamily(rows, Field::kPrime - 1, Field::kPrime - 1), k_(independence) {
    Draws draws(seed);
    coefficients_.reserve(std::size_t{rows} * k_);
    for (std::uint32_t row = 0; row < rows; ++row)
      for (std::uint32_t i = k_; i-- > 0;) {
        const std::uint64_t least = i == k_ - 1 && leading == Leading::kNonZero ? 1 : 0;
        coefficients_.push_back(least + draws.below(Field::kPrime - least));
      }
  }

  // Highest power first.
  const std::uint64_t* coefficients(std::uint32_t row) const { return coefficients_.data() + std::size_t{row} * k_; }

  std::uint64_t value(std::uint32_t row, std::uint64_t key) const override {
    const std::uint64_t x = Field::reduce(key);
    const std::uint64_t* c = coefficients(row);
    std::uint64_t sum = c[0];
    for (std::uint32_t i = 1; i < k_; ++i) sum = Field::multiply_add(sum, x, c[i]);
    return sum;
  }
  void minima(const std::uint64_t* keys, std::size_t count, std::uint32_t* out) const override {
    minima_by_rows(*this, keys, count, out);
  }

 private:
  std::uint32_t k_;
  std::vector<std::uint64_t> coefficients_;
};

}  // namespace textkin::hash
