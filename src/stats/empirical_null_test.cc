#include "stats/empirical_null.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace textkin::stats {
namespace {

TEST(EmpiricalNull, CountsWhatItWasGiven) {
  const EmpiricalNull null({.3, .1, .2, .1, 0});
  EXPECT_EQ(null.pairs(), 5u);
  EXPECT_NEAR(null.mean(), .14, 1e-15);
  EXPECT_EQ(null.at_least(.1), 4u);
  EXPECT_EQ(null.at_least(.31), 0u);
  EXPECT_EQ(null.p_value(.31), 1.0 / 6);
  EXPECT_EQ(null.p_value(0), 1);
  EXPECT_EQ(null.quantile(0), 0);
  EXPECT_EQ(null.quantile(.2), 0);
  EXPECT_EQ(null.quantile(.21), .1);
  EXPECT_EQ(null.quantile(.6), .1);
  EXPECT_EQ(null.quantile(1), .3);
  EXPECT_EQ(null.share_at_least(.31, .95).lower, 0);
  EXPECT_NEAR(null.share_at_least(.31, .95).upper, 1 - std::pow(.025, .2), 1e-9);
}

// P(p <= a) <= a for a new draw, and not much below.
TEST(EmpiricalNull, ThePValueIsValid) {
  std::mt19937_64 random(2);
  constexpr int kTrials = 20000;
  constexpr int kSample = 39;
  int small = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> sample(kSample);
    for (double& s : sample) s = static_cast<double>(random() % 1000);  // with ties
    small += EmpiricalNull(std::move(sample)).p_value(static_cast<double>(random() % 1000)) <= .05;
  }
  const double error = std::sqrt(.05 * .95 / kTrials);
  EXPECT_LE(small / static_cast<double>(kTrials), .05 + 4 * error);
  EXPECT_GE(small / static_cast<double>(kTrials), .045);
}

}  // namespace
}  // namespace textkin::stats
