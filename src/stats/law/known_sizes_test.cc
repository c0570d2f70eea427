#include "stats/law/known_sizes.h"

#include <gtest/gtest.h>
#include <cmath>
#include <random>

#include "stats/interval/clopper_pearson.h"
#include "stats/law/binomial.h"

namespace textkin::stats {
namespace {

RowOutcomes draw(std::mt19937_64& random, int rows, double a, double f1, double f2) {
  std::uniform_real_distribution<double> uniform(0, f1 + f2 - a);
  RowOutcomes out;
  for (int row = 0; row < rows; ++row) {
    const double x = uniform(random);
    ++(x < a ? out.equal : x < f1 ? out.less : out.greater);
  }
  return out;
}

double log_likelihood(const RowOutcomes& rows, double a, double f1, double f2) {
  const auto term = [](double count, double x) { return count == 0 ? 0 : count * std::log(x); };
  return term(static_cast<double>(rows.equal), a) + term(static_cast<double>(rows.less), f1 - a) +
         term(static_cast<double>(rows.greater), f2 - a) -
         static_cast<double>(rows.equal + rows.less + rows.greater) * std::log(f1 + f2 - a);
}

// Against every whole number.
TEST(KnownSizes, FindsTheMaximum) {
  std::mt19937_64 random(1);
  for (const int f1 : {1, 2, 7, 40, 300})
    for (const int f2 : {1, 3, 40, 1000})
      for (const int rows : {1, 5, 128})
        for (int trial = 0; trial < 6; ++trial) {
          const int most = std::min(f1, f2);
          const int truth = trial == 0 ? 0 : trial == 1 ? most : static_cast<int>(random() % (most + 1));
          const RowOutcomes outcomes = draw(random, rows, truth, f1, f2);
          double best = -HUGE_VAL;
          for (int a = 0; a <= most; ++a) best = std::max(best, log_likelihood(outcomes, a, f1, f2));
          const SharedEstimate found = shared_of_known_sizes(outcomes, f1, f2, .95);
          EXPECT_NEAR(log_likelihood(outcomes, static_cast<double>(found.shared), f1, f2), best,
                      1e-9 * (1 + std::abs(best)));
          EXPECT_LE(found.lower, found.shared);
          EXPECT_LE(found.shared, found.upper);
          EXPECT_LE(found.upper, static_cast<std::uint64_t>(most));
        }
}

double plain_variance(double a, double f1, double f2, double rows) {
  const double u = f1 + f2 - a, j = a / u;
  return j * (1 - j) / rows * std::pow((f1 + f2) / ((1 + j) * (1 + j)), 2);
}

TEST(KnownSizes, GainsWhatIsPublished) {
  for (const auto& [containment, gain] : {std::pair(.5, 1.7), {.8, 4.0}, {.95, 15.0}}) {
    const double f1 = 10000, f2 = 1000, a = containment * f2;
    EXPECT_NEAR(plain_variance(a, f1, f2, 200) / known_sizes_variance(a, f1, f2, 200), gain, .03 * gain);
  }
  EXPECT_NEAR(plain_variance(500, 1000, 1000, 200) / known_sizes_variance(500, 1000, 1000, 200), 1, 1e-9);
}

TEST(KnownSizes, HasTheStatedVarianceAndCoverage) {
  std::mt19937_64 random(2);
  struct Row {
    double a, f1, f2;
  };
  for (const Row& row : {Row{800, 10000, 1000}, Row{300, 1000, 700}, Row{500, 1000, 1000}, Row{100, 400, 2000}}) {
    const int trials = 4000, rows = 256;
    double sum = 0, squares = 0, errors = 0, covered = 0;
    for (int trial = 0; trial < trials; ++trial) {
      const auto found =
          shared_of_known_sizes(draw(random, rows, row.a, row.f1, row.f2), static_cast<std::uint64_t>(row.f1),
                                static_cast<std::uint64_t>(row.f2), .95);
      const double miss = static_cast<double>(found.shared) - row.a;
      sum += miss, squares += miss * miss, errors += found.standard_error;
      covered += static_cast<double>(found.lower) <= row.a && row.a <= static_cast<double>(found.upper);
    }
    const double law = known_sizes_variance(row.a, row.f1, row.f2, rows);
    EXPECT_NEAR(squares / trials / law, 1, 6 * std::sqrt(2.0 / trials)) << row.a;
    EXPECT_NEAR(errors / trials, std::sqrt(law), .06 * std::sqrt(law)) << row.a;
    EXPECT_LT(std::abs(sum / trials), .1 * std::sqrt(law)) << "the bias is of a lower order";
    EXPECT_GE(covered / trials, .95 - 3 * std::sqrt(.95 * .05 / trials) - .003) << row.a;
  }
}

TEST(KnownSizes, TheEndsAreAnswersToo) {
  const SharedEstimate all = shared_of_known_sizes({100, 0, 0}, 50, 50, .95);
  EXPECT_EQ(all.shared, 50u);
  EXPECT_EQ(all.upper, 50u);
  EXPECT_GT(all.standard_error, 0);
  const SharedEstimate none = shared_of_known_sizes({0, 60, 40}, 60, 40, .95);
  EXPECT_EQ(none.shared, 0u);
  EXPECT_EQ(none.lower, 0u);
  EXPECT_EQ(shared_of_known_sizes({1, 0, 0}, 1, 1, .95).shared, 1u);
  EXPECT_EQ(shared_of_known_sizes({0, 1, 1}, 1, 1, .95).shared, 0u);
  EXPECT_EQ(shared_of_known_sizes({3, 5, 0}, 100, 10, .95).shared, 10u) << "B is inside A";
}

// Over every outcome of 256 rows, where few of them are equal, and none, and nearly all: at least what is stated. The
// range of the likelihood ratio covers .844 at the first of these.
TEST(KnownSizes, CoversByEnumeration) {
  struct Row {
    double a, f1, f2;
  };
  const int rows = 256;
  for (const Row& row : {Row{15, 1000, 1000}, Row{23, 1000, 1000}, Row{39, 1000, 1000}, Row{990, 1000, 1000},
                         Row{0, 50, 50}, Row{12, 1000, 950}, Row{12, 1000, 800}, Row{10, 1000, 300}, Row{5, 200, 2000},
                         Row{195, 200, 2000}, Row{3, 5, 900}}) {
    const double united = row.f1 + row.f2 - row.a;
    double covered = 0;
    for (int equal = 0; equal <= rows; ++equal) {
      const double of_equal = binomial_pmf(equal, rows, row.a / united);
      if (of_equal < 1e-9) continue;
      for (int less = 0; less <= rows - equal; ++less) {
        const double p = of_equal * binomial_pmf(less, rows - equal, (row.f1 - row.a) / (united - row.a));
        if (p < 1e-9) continue;
        const auto found =
            shared_of_known_sizes({static_cast<std::uint64_t>(equal), static_cast<std::uint64_t>(less),
                                   static_cast<std::uint64_t>(rows - equal - less)},
                                  static_cast<std::uint64_t>(row.f1), static_cast<std::uint64_t>(row.f2), .95);
        if (static_cast<double>(found.lower) <= row.a && row.a <= static_cast<double>(found.upper)) covered += p;
      }
    }
    EXPECT_GE(covered, .95 - 1e-4) << row.a << ' ' << row.f1 << ' ' << row.f2;
  }
  // No equal row of 256: as much as the interval of the similarity implies, a = J (f1 + f2) / (1 + J).
  const double j = clopper_pearson(0, 256, .95).upper;
  const auto none = shared_of_known_sizes({0, 128, 128}, 30000, 30000, .95);
  EXPECT_NEAR(static_cast<double>(none.upper), 60000 * j / (1 + j), 1);
}

}  // namespace
}  // namespace textkin::stats
