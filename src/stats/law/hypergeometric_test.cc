#include "stats/law/hypergeometric.h"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>
#include <vector>

namespace textkin::stats {
namespace {

ChanceOverlap make(std::uint64_t universe, std::uint64_t m, std::uint64_t n) {
  return ChanceOverlap::of(universe, m, n).value();
}

// The least overlap with x / (m + n - x) >= jaccard.
std::uint64_t overlap_for(double jaccard, std::uint64_t m, std::uint64_t n) {
  return static_cast<std::uint64_t>(std::ceil(jaccard / (1 + jaccard) * static_cast<double>(m + n) - 1e-9));
}

// Pascal's triangle: exact in long double up to 60 or so.
std::vector<std::vector<long double>> binomials(int n) {
  std::vector<std::vector<long double>> c(n + 1, std::vector<long double>(n + 1, 0));
  for (int i = 0; i <= n; ++i) {
    c[i][0] = 1;
    for (int j = 1; j <= i; ++j) c[i][j] = c[i - 1][j - 1] + c[i - 1][j];
  }
  return c;
}

TEST(ChanceOverlap, EqualsCountingOnEverySmallCase) {
  const int most = 24;
  const auto c = binomials(most);
  for (int universe = 0; universe <= most; ++universe)
    for (int m = 0; m <= universe; ++m)
      for (int n = 0; n <= universe; ++n) {
        const ChanceOverlap law = make(universe, m, n);
        long double tail = 0;
        long double jaccard = 0;
        for (int x = most; x >= 0; --x) {
          const bool possible = x <= m && x <= n && n - x <= universe - m;
          const long double p = possible ? c[m][x] * c[universe - m][n - x] / c[universe][n] : 0;
          tail += p;
          if (possible && x > 0) jaccard += p * x / (m + n - x);
          if (possible)
            ASSERT_NEAR(std::exp(law.log_pmf(x)) / static_cast<double>(p), 1, 1e-11);
          else
            ASSERT_EQ(law.log_pmf(x), -std::numeric_limits<double>::infinity());
          ASSERT_NEAR(std::exp(law.log_tail(x)), static_cast<double>(tail), 1e-12) << universe << m << n << x;
        }
        ASSERT_NEAR(law.expected_jaccard(), static_cast<double>(jaccard), 1e-13);
      }
}

TEST(ChanceOverlap, GivesThePublishedExamples) {
  const ChanceOverlap large = make(100000, 1000, 1000);
  EXPECT_NEAR(large.expected_jaccard(), .00503, 5e-6);
  EXPECT_NEAR(std::exp(large.log_tail(overlap_for(.01, 1000, 1000))), 3.1e-3, 5e-5);
  EXPECT_NEAR(large.log_tail(overlap_for(.05, 1000, 1000)) / std::log(10.0), std::log10(2e-62), 0.2);
  EXPECT_NEAR(make(17576, 1000, 1000).expected_jaccard(), .029, 5e-4);
  EXPECT_NEAR(make(3000, 500, 800).expected_jaccard(), .114, 5e-4);
}

TEST(ChanceOverlap, AddsUpToOneInHugeUniverses) {
  const std::uint64_t universe = std::uint64_t{1} << 40;
  for (const std::uint64_t size : {std::uint64_t{1} << 20, std::uint64_t{1} << 24, std::uint64_t{1} << 29}) {
    const ChanceOverlap law = make(universe, size, size);
    const auto mean = static_cast<std::int64_t>(law.mean());
    const auto reach = static_cast<std::int64_t>(12 * std::sqrt(law.mean()) + 30);
    double sum = 0;
    double overlap = 0;
    for (std::int64_t x = std::max<std::int64_t>(0, mean - reach); x <= mean + reach; ++x) {
      const double p = std::exp(law.log_pmf(static_cast<std::uint64_t>(x)));
      sum += p;
      overlap += p * static_cast<double>(x);
    }
    EXPECT_NEAR(sum, 1, 1e-8) << size;
    EXPECT_NEAR(overlap / law.mean(), 1, 1e-8) << size;
    EXPECT_NEAR(law.expected_jaccard() / (law.mean() / (2 * static_cast<double>(size) - law.mean())), 1, 1e-3);
  }
}

// P(X >= x) falls, and P(X >= x) - P(X >= x + 1) = P(X = x) across the mode, where the way of summing changes.
TEST(ChanceOverlap, TailStepsArePointMasses) {
  const ChanceOverlap law = make(1000000, 30000, 50000);
  for (std::uint64_t x = 1300; x < 1700; ++x) {
    const double here = std::exp(law.log_tail(x));
    const double above = std::exp(law.log_tail(x + 1));
    ASSERT_NEAR(here - above, std::exp(law.log_pmf(x)), 1e-12);
  }
}

TEST(ChanceOverlap, SpeaksInLogsOfWhatADoubleCannotHold) {
  const ChanceOverlap law = make(std::uint64_t{1} << 40, 100000, 100000);
  EXPECT_LT(law.log_tail(90000), -1e6);
  EXPECT_TRUE(std::isfinite(law.log_tail(90000)));
  EXPECT_GT(law.log_tail(89999), law.log_tail(90000));
}

// By exact fractions, in 60 digits: three shared of 2^63, and most of the smaller set.
TEST(ChanceOverlap, TailsOfTheLargestUniverses) {
  EXPECT_NEAR(make(std::uint64_t{1} << 63, 30000, 20000).log_tail(3), -72.15950596459349, 1e-12);
  EXPECT_NEAR(make(std::uint64_t{1} << 63, 30000, 20000).log_tail(19999), -676155.3607858145, 1e-8);
  EXPECT_NEAR(make(std::uint64_t{1} << 61, 100000, 90000).log_tail(300), -7224.2999653711595, 1e-10);
}

TEST(ChanceOverlap, RefusesWhatCannotBe) {
  EXPECT_EQ(ChanceOverlap::of(10, 11, 3).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(ChanceOverlap::of(10, 3, 11).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(ChanceOverlap::of((std::uint64_t{1} << 63) + 1, 3, 3).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(make(0, 0, 0).expected_jaccard(), 0);
  EXPECT_EQ(make(5, 0, 3).log_tail(0), 0);
}

// Proposition 1 of Dembele and Lo: the whole law of the similarity, its moments of any order, by counting.
TEST(ChanceOverlap, GivesTheWholeLawOfTheSimilarity) {
  const int most = 18;
  const auto c = binomials(most);
  for (int universe = 1; universe <= most; ++universe)
    for (int m = 0; m <= universe; ++m)
      for (int n = 0; n <= universe; ++n) {
        const ChanceOverlap law = make(universe, m, n);
        long double below = 0;
        long double mean = 0;
        long double square = 0;
        long double moments[5] = {};
        for (int x = 0; x <= most; ++x) {
          if (x > m || x > n || n - x > universe - m) {
            ASSERT_NEAR(std::exp(law.log_cdf(x)), static_cast<double>(below), 1e-12);
            continue;
          }
          const long double p = c[m][x] * c[universe - m][n - x] / c[universe][n];
          // The printed mean of both orders of drawing is the same number.
          ASSERT_NEAR(static_cast<double>(p), static_cast<double>(c[n][x] * c[universe - n][m - x] / c[universe][m]),
                      1e-12);
          below += p;
          mean += p * x;
          square += p * x * x;
          ASSERT_NEAR(std::exp(law.log_cdf(x)), static_cast<double>(below), 1e-12);
          const long double similarity = m + n == 0 ? 0 : static_cast<long double>(x) / (m + n - x);
          for (int order = 1; order < 5; ++order) moments[order] += p * std::pow(similarity, order);
        }
        ASSERT_NEAR(law.variance(), static_cast<double>(square - mean * mean), 1e-11);
        for (int order = 1; order < 5; ++order)
          ASSERT_NEAR(law.jaccard_moment(order), static_cast<double>(moments[order]), 1e-12);
        for (const double p : {.5, .05, .001}) {
          const std::uint64_t needed = law.least_significant(std::log(p));
          ASSERT_LE(law.log_tail(needed), std::log(p));
          if (needed > 0) {
            ASSERT_GT(law.log_tail(needed - 1), std::log(p));
          }
        }
      }
}

}  // namespace
}  // namespace textkin::stats
