#include "stats/law/rounds_variance.h"

#include <cmath>
#include <gtest/gtest.h>

namespace textkin::stats {
namespace {

TEST(RoundsAlpha, GivesThePublishedValues) {
  EXPECT_NEAR(rounds_alpha(128, 27), .4943, 5e-5);
  EXPECT_NEAR(rounds_alpha(128, 133), .5405, 5e-5);
  EXPECT_NEAR(rounds_alpha(128, 400), .7082, 5e-5);
  EXPECT_NEAR(rounds_alpha(128, 1333), .905, 5e-4);
  EXPECT_NEAR(rounds_alpha(256, 133), .510, 5e-4);
  EXPECT_NEAR(rounds_alpha(256, 1333), .8106, 5e-5);
}

long double reference(int k, int u) {
  long double sum = 0;
  const auto power = [u](long double x) { return std::pow(x, static_cast<long double>(u)); };
  for (int q = 1; q < k; ++q)
    sum += power(static_cast<long double>(q) / (k - 1)) *
           (power(static_cast<long double>(q + 1) / k) + power(static_cast<long double>(q - 1) / k) -
            2 * power(static_cast<long double>(q) / k));
  return 1 - (k - 1) / static_cast<long double>(u - 1) * sum;
}

TEST(RoundsAlpha, EqualsTheFormulaInMorePrecision) {
  for (const int k : {2, 3, 17, 128, 256, 512})
    for (const int u : {2, 3, 5, 20, 100, 300, 1000, 30000, 1000000})
      EXPECT_NEAR(rounds_alpha(k, u), static_cast<double>(reference(k, u)), 1e-9) << k << " " << u;
}

TEST(RoundsAlpha, StaysAShareAndTendsToOne) {
  for (const std::uint32_t k : {1u, 2u, 64u, 512u})
    for (double u = 0; u < 1e13; u = u * 3 + 0.7) {
      const double alpha = rounds_alpha(k, u);
      ASSERT_TRUE(alpha > 0 && alpha <= 1) << k << " " << u << " " << alpha;
    }
  EXPECT_NEAR(rounds_alpha(256, 1e9), 1, 1e-4);
}

}  // namespace
}  // namespace textkin::stats
