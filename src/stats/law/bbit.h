// BbitLaw: the law of b-bit minwise hashing: how often b bits of two minima agree (Li, Koenig 2010, WWW; theorem 1).
//
//   P_b = C1 + (1 - C2) J,   J' = (P_b' - C1) / (1 - C2),   Var(J') = P_b (1 - P_b) / (k (1 - C2)^2)
// Where different minima agree in b bits by chance alone (bits of mixed words; or sets that are a vanishing share of
// the universe) C1 = C2 = 2^-b, and Var = (1 - J) (J + 1 / (2^b - 1)) / k. For the lowest bits of the minima themselves
// under permutations of a universe of D, with r1 = f1 / D and r2 = f2 / D:
//   A_j = r_j (1 - r_j)^(2^b - 1) / (1 - (1 - r_j)^(2^b)),
//   C1 = (A1 r2 + A2 r1) / (r1 + r2),   C2 = (A1 r1 + A2 r2) / (r1 + r2).
// (The exponent is 2^b. A widespread implementation has 2 b, which is the same only for b = 1 and 2.)
// The estimate may be below 0: that is what makes it unbiased. Bits: 1 to 32. Threads: immutable.
#pragma once

#include <cstdint>

#include "textkin/estimate.h"

namespace textkin::stats {

class BbitLaw {
 public:
  // Bits of mixed words.
  explicit BbitLaw(std::uint32_t bits);
  // Lowest bits of minima under permutations; 0 <= r1, r2 <= 1.
  BbitLaw(std::uint32_t bits, double r1, double r2);

  double c1() const { return c1_; }
  double c2() const { return c2_; }

  // P_b.
  double agreement(double similarity) const { return c1_ + (1 - c2_) * similarity; }
  // From the share of cells that agree; not clamped. Where C1 = C2 = 1 agreement says nothing, and nor does this.
  double estimate(double agreement) const { return (agreement - c1_) / (1 - c2_); }
  // Of the estimate, for independent cells.
  double variance(double similarity, std::uint32_t cells) const;
  // Clopper-Pearson of P_b, carried over to the similarity and cut to [0, 1].
  Interval interval(std::uint32_t matches, std::uint32_t cells, double confidence) const;

 private:
  double c1_;
  double c2_;
};

// How many times as many b-bit cells as full ones give the same variance: (J + 1 / (2^b - 1)) / J.
double bbit_cells_factor(std::uint32_t bits, double similarity);

// By what factor the storage shrinks at equal variance, against cells of `full_bits` bits.
double bbit_storage_factor(std::uint32_t bits, double similarity, std::uint32_t full_bits);

}  // namespace textkin::stats
