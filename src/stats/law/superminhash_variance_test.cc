#include "stats/law/superminhash_variance.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace textkin::stats {
namespace {

TEST(SuperminhashAlpha, HasThePublishedValues) {
  EXPECT_NEAR(superminhash_alpha(128, 27), .4943, 5e-5);
  EXPECT_NEAR(superminhash_alpha(128, 133), .5405, 5e-5);
  EXPECT_NEAR(superminhash_alpha(128, 400), .7082, 5e-5);
  EXPECT_NEAR(superminhash_alpha(128, 1333), .905, 5e-4);
  EXPECT_NEAR(superminhash_alpha(256, 133), .510, 5e-4);
  EXPECT_NEAR(superminhash_alpha(256, 1333), .8106, 5e-5);
}

TEST(SuperminhashAlpha, EqualsItsFormulaInMorePrecision) {
  for (const int k : {2, 3, 17, 128, 512})
    for (const int u : {2, 3, 20, 300, 30000}) {
      long double sum = 0;
      const auto power = [u](long double x) { return std::pow(x, static_cast<long double>(u)); };
      for (int q = 1; q < k; ++q)
        sum += power(static_cast<long double>(q) / (k - 1)) *
               (power(static_cast<long double>(q + 1) / k) + power(static_cast<long double>(q - 1) / k) -
                2 * power(static_cast<long double>(q) / k));
      EXPECT_NEAR(superminhash_alpha(k, u), static_cast<double>(1 - (k - 1) / static_cast<long double>(u - 1) * sum),
                  1e-10)
          << k << " " << u;
    }
}

// The throwing itself: every member draws a permutation of the cells and a fraction for each; a cell keeps the least
// of place plus fraction.
TEST(SuperminhashAlpha, IsTheVarianceOfThrowingPermutations) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> fraction(0, 1);
  for (const int k : {2, 3, 8})
    for (const int u : {2, 3, 5, 12}) {
      const int shared = u / 2;
      const double j = static_cast<double>(shared) / u;
      const int trials = 40000;
      double squares = 0;
      std::vector<int> places(k);
      for (int trial = 0; trial < trials; ++trial) {
        std::vector<double> least(k, k);
        std::vector<int> winner(k, -1);
        for (int x = 0; x < u; ++x) {
          std::iota(places.begin(), places.end(), 0);
          std::shuffle(places.begin(), places.end(), random);
          for (int cell = 0; cell < k; ++cell) {
            const double value = places[cell] + fraction(random);
            if (value < least[cell]) least[cell] = value, winner[cell] = x;
          }
        }
        const auto equal = std::count_if(winner.begin(), winner.end(), [&](int x) { return x < shared; });
        const double miss = static_cast<double>(equal) / k - j;
        squares += miss * miss;
      }
      EXPECT_NEAR(squares / trials * k / (j * (1 - j)) / superminhash_alpha(k, u), 1, 6 * std::sqrt(2.0 / trials))
          << k << " " << u;
    }
}

TEST(SuperminhashAlpha, StaysAShareAndTendsToOne) {
  for (const std::uint32_t k : {1u, 2u, 3u, 64u, 512u})
    for (double u = 0; u < 1e13; u = u * 3 + 0.7) {
      const double alpha = superminhash_alpha(k, u);
      ASSERT_TRUE(alpha >= .25 && alpha <= 1) << k << " " << u << " " << alpha;
    }
  EXPECT_NEAR(superminhash_alpha(256, 1e9), 1, 1e-6);
}

}  // namespace
}  // namespace textkin::stats
