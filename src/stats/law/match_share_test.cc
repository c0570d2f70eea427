#include "stats/law/match_share.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/interval/clopper_pearson.h"
#include "stats/law/binomial.h"
#include "stats/law/modified_similarity.h"

namespace textkin::stats {
namespace {

TEST(MatchShare, MomentsAreThoseOfTheBinomial) {
  for (const double p : {0.0, 0.01, 0.3, 0.77, 1.0})
    for (const std::uint32_t k : {1u, 5u, 128u}) {
      const MatchShare law(p, k);
      EXPECT_NEAR(law.moment(0), 1, 1e-12);
      EXPECT_NEAR(law.moment(1), p, 1e-12);
      EXPECT_NEAR(law.moment(2), law.variance() + p * p, 1e-12);
      // E[X^3] = k(k-1)(k-2) p^3 + 3 k(k-1) p^2 + k p.
      const double n = k;
      const double third = n * (n - 1) * (n - 2) * p * p * p + 3 * n * (n - 1) * p * p + n * p;
      EXPECT_NEAR(law.moment(3), third / (n * n * n), 1e-12);
    }
}

TEST(MatchShare, WithinIsTheSumOverTheCountsWithin) {
  for (const double p : {0.0, 0.2, 0.5, 0.8, 1.0})
    for (const std::uint32_t k : {1u, 7u, 40u, 100u})
      for (const double error : {0.0, 0.01, 0.05, 0.1, 0.3, 1.0}) {
        double sum = 0;
        for (std::uint32_t x = 0; x <= k; ++x)
          if (std::abs(static_cast<double>(x) / k - p) <= error + 1e-9) sum += binomial_pmf(x, k, p);
        const MatchShare law(p, k);
        EXPECT_NEAR(law.within(error), sum, 1e-12) << p << " " << k << " " << error;
        EXPECT_LE(law.within_by_chebyshev(error), sum + 1e-12);
      }
}

TEST(MatchShare, LeastErrorIsTheLeast) {
  for (const double p : {0.0, 0.13, 0.5, 0.9, 1.0})
    for (const std::uint32_t k : {1u, 9u, 128u})
      for (const double confidence : {0.5, 0.95, 0.999}) {
        const MatchShare law(p, k);
        const double error = law.least_error(confidence);
        EXPECT_GE(law.within(error) + 1e-12, confidence);
        if (error <= 1e-6) continue;
        EXPECT_LT(law.within(error - 1e-6), confidence);
      }
}

// The misprinted half-width would be sqrt(k) times too narrow.
TEST(GaussianInterval, HasTheCorrectedWidth) {
  const Interval interval = gaussian_interval(64, 128, .95);
  EXPECT_NEAR(interval.upper - interval.lower, 2 * 1.959964 * std::sqrt(.25 / 128), 1e-6);
  EXPECT_NEAR(gaussian_interval(102, 128, .95).upper - gaussian_interval(102, 128, .95).lower, .138, .002);
  EXPECT_EQ(gaussian_interval(128, 128, .95).lower, 1);  // no width: why it is not used
  EXPECT_EQ(gaussian_interval(0, 128, .95).upper, 0);
  EXPECT_EQ(gaussian_interval(0, 0, .95).upper, 1);
  EXPECT_NEAR(two_sided_normal(.95), 1.959964, 1e-6);
  EXPECT_NEAR(two_sided_normal(.99), 2.575829, 1e-6);
}

struct Coverage {
  double least = 1;
  double mean = 0;
};

template <class Method>
Coverage coverage_of(std::uint32_t k, Method&& method) {
  std::vector<Interval> intervals;
  for (std::uint32_t x = 0; x <= k; ++x) intervals.push_back(method(x, k));
  Coverage coverage;
  int points = 0;
  for (double p = .02; p <= .98 + 1e-9; p += .002, ++points) {
    double covered = 0;
    for (std::uint32_t x = 0; x <= k; ++x)
      if (intervals[x].lower <= p && p <= intervals[x].upper) covered += binomial_pmf(x, k, p);
    coverage.least = std::min(coverage.least, covered);
    coverage.mean += covered;
  }
  coverage.mean /= points;
  return coverage;
}

// The table of intervals, nominal 95 %, similarities in [.02, .98]: exact sums.
TEST(GaussianInterval, CoversLessThanItSaysWhereClopperPearsonDoesNot) {
  const Coverage wald = coverage_of(128, [](auto x, auto k) { return gaussian_interval(x, k, .95); });
  EXPECT_NEAR(wald.least, .811, .02);
  EXPECT_NEAR(wald.mean, .939, .002);
  const Coverage exact = coverage_of(128, [](auto x, auto k) { return clopper_pearson(x, k, .95); });
  EXPECT_NEAR(exact.least, .951, .0015);
  EXPECT_NEAR(exact.mean, .962, .001);
  const Coverage more = coverage_of(256, [](auto x, auto k) { return clopper_pearson(x, k, .95); });
  EXPECT_NEAR(more.least, .951, .0015);
  EXPECT_NEAR(more.mean, .959, .001);
  // Widths at J = .5, .8, .95, averaged over the law.
  const double widths[2][4] = {{128, .179, .144, .083}, {256, .126, .101, .057}};
  for (const auto& row : widths)
    for (int i = 1; i < 4; ++i) {
      const double p = std::vector{.5, .8, .95}[i - 1];
      const auto k = static_cast<std::uint32_t>(row[0]);
      double width = 0;
      for (std::uint32_t x = 0; x <= k; ++x) {
        const Interval interval = clopper_pearson(x, k, .95);
        width += binomial_pmf(x, k, p) * (interval.upper - interval.lower);
      }
      EXPECT_NEAR(width, row[i], .001) << k << " " << p;
    }
}

TEST(ModifiedSimilarity, IsDiceAndComesBack) {
  for (double s = 0; s <= 1; s += 1.0 / 64) EXPECT_NEAR(plain_similarity(modified_similarity(s)), s, 1e-15);
  // |A n B| = 3, |A u B| = 9.
  EXPECT_NEAR(modified_similarity(3.0 / 9), 2.0 * 3 / (9 + 3), 1e-15);
  EXPECT_EQ(plain_similarity(0.0), 0);
  EXPECT_EQ(plain_similarity(1.0), 1);
  const Interval interval = plain_similarity(Interval{.4, .6});
  EXPECT_NEAR(interval.lower, .25, 1e-15);
  EXPECT_NEAR(interval.upper, .6 / 1.4, 1e-15);
}

}  // namespace
}  // namespace textkin::stats
