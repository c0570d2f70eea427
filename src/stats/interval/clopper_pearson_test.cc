#include "stats/interval/clopper_pearson.h"

#include <gtest/gtest.h>
#include <cmath>

#include "stats/law/binomial.h"

namespace textkin::stats {
namespace {

TEST(ClopperPearson, GivesTheTabulatedBounds) {
  struct Row {
    int x, n;
    double lower, upper;
  };
  for (const Row& row : {Row{0, 128, 0, .028},
                         {64, 128, .410, .590},
                         {102, 128, .717, .863},
                         {122, 128, .901, .983},
                         {128, 128, .972, 1},
                         {205, 256, .747, .848},
                         {256, 256, .986, 1}}) {
    const Interval interval = clopper_pearson(row.x, row.n, 0.95);
    EXPECT_NEAR(interval.lower, row.lower, 5.1e-4) << row.x << " of " << row.n;
    EXPECT_NEAR(interval.upper, row.upper, 5.1e-4) << row.x << " of " << row.n;
  }
}

// By definition a tail of the binomial at each bound is (1 - confidence) / 2.
TEST(ClopperPearson, BoundsSolveTheTails) {
  for (const double confidence : {0.5, 0.9, 0.95, 0.99, 0.999999})
    for (const int n : {1, 2, 7, 128, 4096})
      for (const int x : {0, 1, n / 3, n / 2, n - 1, n}) {
        if (x > n || x < 0) continue;
        const Interval interval = clopper_pearson(x, n, confidence);
        const double half = (1 - confidence) / 2;
        if (x > 0)
          EXPECT_NEAR(binomial_tail(x, n, interval.lower) / half, 1, 1e-6);
        else
          EXPECT_EQ(interval.lower, 0);
        if (x < n)
          EXPECT_NEAR(binomial_cdf(x, n, interval.upper) / half, 1, 1e-6);
        else
          EXPECT_EQ(interval.upper, 1);
      }
}

// Coverage is an exact sum over x; no p may fall below the promise.
TEST(ClopperPearson, NeverCoversLessThanItPromises) {
  for (const int n : {1, 5, 32, 128}) {
    std::vector<Interval> intervals;
    for (int x = 0; x <= n; ++x) intervals.push_back(clopper_pearson(x, n, 0.95));
    for (double p = 0.001; p < 1; p += 0.0037) {
      double covered = 0;
      for (int x = 0; x <= n; ++x)
        if (intervals[x].lower <= p && p <= intervals[x].upper) covered += binomial_pmf(x, n, p);
      EXPECT_GE(covered, 0.95 - 1e-9) << n << " " << p;
    }
  }
}

TEST(ClopperPearson, TakesWhateverItIsGiven) {
  EXPECT_EQ(clopper_pearson(0, 0, 0.95).upper, 1);
  EXPECT_EQ(clopper_pearson(9, 4, 0.95).upper, 1);
  for (const double confidence : {0.0, 1.0, -3.0, 7.0}) {
    const Interval interval = clopper_pearson(3, 10, confidence);
    EXPECT_LE(interval.lower, interval.upper);
    EXPECT_GE(interval.lower, 0);
    EXPECT_LE(interval.upper, 1);
  }
  const Interval none = clopper_pearson(3, 10, std::nan(""));
  EXPECT_EQ(none.lower, 0);
  EXPECT_EQ(none.upper, 1);
  const Interval real = clopper_pearson(64 / 0.54, 128 / 0.54, 0.95);
  const Interval plain = clopper_pearson(64, 128, 0.95);
  EXPECT_NEAR((real.upper - real.lower) / (plain.upper - plain.lower), std::sqrt(0.54), 0.01);
}

}  // namespace
}  // namespace textkin::stats
