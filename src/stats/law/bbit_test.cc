#include "stats/law/bbit.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "stats/law/binomial.h"

namespace textkin::stats {
namespace {

TEST(Bbit, HasThePublishedValues) {
  const double j = 120.0 / 380;
  EXPECT_NEAR(BbitLaw(1, .3, .2).agreement(j), .6130, 5e-5);
  EXPECT_NEAR(BbitLaw(2, .3, .2).agreement(j), .4265, 5e-5);
  EXPECT_NEAR(BbitLaw(4, .3, .2).agreement(j), .3195, 5e-5);
  // The sparse constants where the sets are dense.
  EXPECT_NEAR(BbitLaw(1).estimate(BbitLaw(1, .3, .2).agreement(j)), .226, .001);
}

TEST(Bbit, TheExponentIsTwoToTheB) {
  const double r = .07;
  for (const std::uint32_t bits : {3u, 4u, 8u}) {
    const double right = r * std::pow(1 - r, std::exp2(bits) - 1) / (1 - std::pow(1 - r, std::exp2(bits)));
    const double wrong = r * std::pow(1 - r, 2 * bits - 1) / (1 - std::pow(1 - r, 2 * bits));
    EXPECT_NEAR(BbitLaw(bits, r, r).c1(), right, 1e-12);
    EXPECT_GT(std::abs(right - wrong), .01);
  }
}

TEST(Bbit, StorageAtEqualVariance) {
  const double at_half[] = {21.3, 19.2, 14.1, 7.9};
  const double at_eight_tenths[] = {28.4, 22.6, 14.8, 8.0};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(bbit_storage_factor(1u << i, .5, 64), at_half[i], .051);
    EXPECT_NEAR(bbit_storage_factor(1u << i, .8, 64), at_eight_tenths[i], .051);
  }
  EXPECT_NEAR(bbit_cells_factor(1, .5), 3, 1e-12);
  EXPECT_NEAR(bbit_cells_factor(1, .8), 2.25, 1e-12);
  EXPECT_NEAR(bbit_cells_factor(8, .8), 1.005, .001);
  EXPECT_NEAR(BbitLaw(1).variance(.5, 128) / (.25 / 128), 3, 1e-12);
  for (const std::uint32_t bits : {1u, 2u, 5u, 16u})
    EXPECT_NEAR(BbitLaw(bits).variance(.3, 100), .7 * (.3 + 1 / (std::exp2(bits) - 1)) / 100, 1e-12) << bits;
}

TEST(Bbit, DenseTendsToSparse) {
  for (const std::uint32_t bits : {1u, 4u, 16u, 32u}) {
    EXPECT_NEAR(BbitLaw(bits, 1e-15, 1e-15).c1(), BbitLaw(bits).c1(), 1e-9);
    EXPECT_EQ(BbitLaw(bits, 0, 0).c2(), BbitLaw(bits).c2());
    const double none = BbitLaw(bits, 1, 1).c1();
    EXPECT_EQ(none, 0) << "every minimum is 0";
  }
}

// The lowest bits of least ranks under permutations, for sets that fill much of their universe. The constants are a
// limit for large universes: the published .003 is for D = 1000.
TEST(Bbit, IsWhatPermutationsShow) {
  std::mt19937_64 random(4);
  const std::uint32_t universe = 1000, f1 = 300, f2 = 200, both = 120;
  const int trials = 30000;
  int agree[9] = {};
  for (int trial = 0; trial < trials; ++trial) {
    // The least ranks of the three disjoint parts of the union, by drawing ranks without replacement until all are met.
    std::vector<std::uint32_t> member(universe);
    std::iota(member.begin(), member.end(), 0u);
    std::uint32_t least_a = universe, least_b = universe;
    for (std::uint32_t rank = 0; least_a == universe || least_b == universe; ++rank) {
      std::swap(member[rank], member[rank + random() % (universe - rank)]);
      const std::uint32_t x = member[rank];
      if (x < f1) least_a = std::min(least_a, rank);
      if (x >= f1 - both && x < f1 + f2 - both) least_b = std::min(least_b, rank);
    }
    for (std::uint32_t bits = 1; bits <= 8; ++bits) agree[bits] += ((least_a ^ least_b) & ((1u << bits) - 1)) == 0;
  }
  for (std::uint32_t bits = 1; bits <= 8; ++bits) {
    const double p = BbitLaw(bits, .3, .2).agreement(120.0 / 380);
    EXPECT_NEAR(static_cast<double>(agree[bits]) / trials, p, 4 * std::sqrt(p * (1 - p) / trials) + .001) << bits;
  }
}

// Coverage is a finite sum.
TEST(Bbit, IntervalsCover) {
  for (const BbitLaw& law : {BbitLaw(1), BbitLaw(2), BbitLaw(8), BbitLaw(1, .3, .2), BbitLaw(4, .5, .1)})
    for (const double j : {0.0, .05, .3, .8, 1.0}) {
      const double p = law.agreement(j);
      if (p > 1) continue;  // no two sets of these sizes are so similar
      double covered = 0;
      for (std::uint32_t x = 0; x <= 64; ++x) {
        const Interval interval = law.interval(x, 64, .95);
        if (interval.lower <= j + 1e-12 && j - 1e-12 <= interval.upper) covered += binomial_pmf(x, 64, p);
      }
      EXPECT_GE(covered, .95 - 1e-9) << law.c1() << " " << j;
    }
}

}  // namespace
}  // namespace textkin::stats
