#include "stats/law/rounds_variance.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace textkin::stats {
namespace {

// SuperMinHash's law (Ertl 2017), which the design states for both sketches.
double super_alpha(int k, int u) {
  long double sum = 0;
  const auto power = [u](long double x) { return std::pow(x, static_cast<long double>(u)); };
  for (int q = 1; q < k; ++q)
    sum += power(static_cast<long double>(q) / (k - 1)) *
           (power(static_cast<long double>(q + 1) / k) + power(static_cast<long double>(q - 1) / k) -
            2 * power(static_cast<long double>(q) / k));
  return static_cast<double>(1 - (k - 1) / static_cast<long double>(u - 1) * sum);
}

TEST(RoundsAlpha, IsThePublishedOneUnlessTheSetsAreTiny) {
  EXPECT_NEAR(super_alpha(128, 27), .4943, 5e-5);
  EXPECT_NEAR(super_alpha(128, 133), .5405, 5e-5);
  EXPECT_NEAR(super_alpha(128, 400), .7082, 5e-5);
  EXPECT_NEAR(super_alpha(128, 1333), .905, 5e-4);
  EXPECT_NEAR(super_alpha(256, 133), .510, 5e-4);
  EXPECT_NEAR(super_alpha(256, 1333), .8106, 5e-5);
  EXPECT_NEAR(rounds_alpha(128, 27), .4943, .008);
  EXPECT_NEAR(rounds_alpha(128, 133), .5405, .0005);
  EXPECT_NEAR(rounds_alpha(128, 400), .7082, .0001);
  EXPECT_NEAR(rounds_alpha(256, 1333), .8106, .0001);
  for (const int k : {16, 64, 128, 256, 512})
    for (const int u : {24, 50, 100, 300, 1000, 3000, 30000})
      EXPECT_NEAR(rounds_alpha(k, u) / super_alpha(k, u), 1, .025) << k << " " << u;
}

// The throwing itself, on few cells: variance over many throws against the formula.
TEST(RoundsAlpha, IsTheVarianceOfThrowingInRounds) {
  std::mt19937_64 random(3);
  for (const int k : {2, 3, 8})
    for (const int u : {2, 3, 5, 12}) {
      const int shared = u / 2;
      const double j = static_cast<double>(shared) / u;
      const int trials = 60000;
      double squares = 0;
      for (int trial = 0; trial < trials; ++trial) {
        std::vector<int> winner(k, -1);
        for (int round = 0; round < 2 * k && std::count(winner.begin(), winner.end(), -1) > 0; ++round) {
          std::vector<std::vector<int>> thrown(k);
          for (int x = 0; x < u; ++x) {
            const auto cell = static_cast<int>(random() % static_cast<std::uint64_t>(k));
            thrown[round < k ? cell : round - k].push_back(x);
          }
          for (int cell = 0; cell < k; ++cell)
            if (winner[cell] < 0 && !thrown[cell].empty()) winner[cell] = thrown[cell][random() % thrown[cell].size()];
        }
        const auto equal = std::count_if(winner.begin(), winner.end(), [&](int x) { return x < shared; });
        const double miss = static_cast<double>(equal) / k - j;
        squares += miss * miss;
      }
      const double alpha = squares / trials * k / (j * (1 - j));
      EXPECT_NEAR(alpha / rounds_alpha(k, u), 1, 6 * std::sqrt(2.0 / trials)) << k << " " << u;
    }
}

TEST(RoundsAlpha, EqualsItsFormulaInMorePrecision) {
  for (const int k : {3, 17, 128, 512})
    for (const int u : {2, 3, 20, 300, 30000, 1000000}) {
      const long double q = std::pow(1 - 1.0L / k, static_cast<long double>(u));
      const long double m = std::pow(1 - 2.0L / k, static_cast<long double>(u));
      const long double together = (1 - 2 * q + m) / (1 - m) * (1 - std::pow(m, static_cast<long double>(k)));
      EXPECT_NEAR(rounds_alpha(k, u), static_cast<double>(1 - (k - 1) * together / (u - 1)), 1e-10) << k << " " << u;
    }
}

TEST(RoundsAlpha, StaysAShareAndTendsToOne) {
  for (const std::uint32_t k : {1u, 2u, 3u, 64u, 512u})
    for (double u = 0; u < 1e13; u = u * 3 + 0.7) {
      const double alpha = rounds_alpha(k, u);
      ASSERT_TRUE(alpha >= .49 && alpha <= 1) << k << " " << u << " " << alpha;
    }
  EXPECT_NEAR(rounds_alpha(256, 1e9), 1, 1e-6);
}

}  // namespace
}  // namespace textkin::stats
