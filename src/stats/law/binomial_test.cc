#include "stats/law/binomial.h"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>

namespace textkin::stats {
namespace {

// C(n, x) p^x q^(n-x) in long double, for n small enough to be a reference.
long double reference_pmf(int x, int n, long double p) {
  long double c = 1;
  for (int i = 1; i <= x; ++i) c = c * (n - x + i) / i;
  return c * std::pow(p, static_cast<long double>(x)) * std::pow(1 - p, static_cast<long double>(n - x));
}

TEST(Binomial, EqualsTheDefinition) {
  for (const int n : {1, 2, 5, 15, 16, 17, 60})
    for (const double p : {1e-9, 0.01, 0.3, 0.5, 0.77, 0.999}) {
      long double below = 0;
      for (int x = 0; x <= n; ++x) {
        const long double exact = reference_pmf(x, n, p);
        const auto log_exact = static_cast<double>(std::log(exact));
        EXPECT_NEAR(binomial_log_pmf(x, n, p, 1 - p), log_exact, 1e-12 + 1e-14 * std::abs(log_exact))
            << x << " " << n << " " << p;
        EXPECT_NEAR(binomial_tail(x, n, p), static_cast<double>(1 - below), 1e-12);
        below += exact;
        EXPECT_NEAR(binomial_cdf(x, n, p), static_cast<double>(below), 1e-12);
      }
    }
}

TEST(Binomial, KeepsItsDigitsWhereTheNumbersAreHuge) {
  // Sum of the probabilities around the mean of n = 2^40; log-gamma differences would be off by 1e-3 here.
  const double n = 1099511627776.0;
  const double p = 1e-6;
  double sum = 0;
  for (std::int64_t x = 1099512 - 12000; x <= 1099512 + 12000; ++x)
    sum += std::exp(binomial_log_pmf(static_cast<double>(x), n, p, 1 - p));
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(Binomial, KnowsItsEdges) {
  EXPECT_EQ(binomial_cdf(-1, 5, 0.5), 0);
  EXPECT_EQ(binomial_cdf(5, 5, 0.5), 1);
  EXPECT_EQ(binomial_tail(0, 5, 0.5), 1);
  EXPECT_EQ(binomial_tail(6, 5, 0.5), 0);
  EXPECT_EQ(binomial_pmf(0, 5, 0), 1);
  EXPECT_EQ(binomial_pmf(1, 5, 0), 0);
  EXPECT_EQ(binomial_pmf(5, 5, 1), 1);
  EXPECT_EQ(binomial_cdf(4, 5, 1), 0);
  EXPECT_EQ(binomial_tail(1, 5, 0), 0);
  EXPECT_EQ(binomial_log_pmf(7, 5, 0.5, 0.5), -std::numeric_limits<double>::infinity());
}

TEST(Binomial, LogTailGoesBelowTheLeastDouble) {
  for (const int n : {1, 7, 60, 400})
    for (const double p : {0.0, 1e-6, 0.01, 0.3, 0.999, 1.0})
      for (int x = -1; x <= n + 1; ++x) {
        const double tail = binomial_tail(x, n, p);
        if (tail < 1e-290) continue;
        EXPECT_NEAR(binomial_log_tail(x, n, p), std::log(tail), 1e-10 * (1 + std::abs(std::log(tail))));
      }
  // P(X >= n) = p^n, and P(X >= n - 1) = p^n + n p^(n-1) q.
  EXPECT_NEAR(binomial_log_tail(1000, 1000, 1e-6), 1000 * std::log(1e-6), 1e-8);
  EXPECT_NEAR(binomial_log_tail(999, 1000, 1e-6), 999 * std::log(1e-6) + std::log(1e-6 + 1000 * (1 - 1e-6)), 1e-8);
  EXPECT_EQ(binomial_log_tail(6, 5, 0.5), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(binomial_log_tail(1, 5, 0), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(binomial_log_tail(0, 5, 0), 0);
}

// Decision error by the sketch alone, and the prune-if-below table of the design (k = 128, t = 0.8).
TEST(Binomial, GivesThePublishedTails) {
  EXPECT_NEAR(binomial_tail(103, 128, 0.7), .005, 5e-4);
  EXPECT_NEAR(binomial_tail(205, 256, 0.7), .00018, 1e-5);
  EXPECT_NEAR(binomial_tail(103, 128, 0.75), .09, 5e-3);
  EXPECT_NEAR(binomial_tail(205, 256, 0.75), .033, 5e-3);
  EXPECT_LE(binomial_cdf(87, 128, 0.8), .001);
  EXPECT_GT(binomial_cdf(88, 128, 0.8), .001);
}

}  // namespace
}  // namespace textkin::stats
