#include "stats/fdr.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace textkin::stats {
namespace {

constexpr auto kBh = FdrMethod::kBenjaminiHochberg;
constexpr auto kBy = FdrMethod::kBenjaminiYekutieli;

// The textbook: sort, take the largest i with p_(i) <= q i / T.
std::uint64_t step_up(std::vector<double> p, double q, double tests) {
  std::ranges::sort(p);
  std::uint64_t found = 0;
  for (std::size_t i = 1; i <= p.size(); ++i)
    if (p[i - 1] <= q * static_cast<double>(i) / tests) found = i;
  return found;
}

std::vector<double> logs(std::vector<double> p) {
  std::ranges::sort(p);
  for (double& value : p) value = std::log(value);
  return p;
}

double normal_tail(double z) { return 0.5 * std::erfc(z / std::sqrt(2.0)); }

TEST(Fdr, IsTheStepUpProcedure) {
  std::mt19937_64 random(11);
  for (int repeat = 0; repeat < 3000; ++repeat) {
    const std::size_t seen = random() % 40;
    const double tests = static_cast<double>(seen + random() % 60 + (seen == 0));
    const double power = 1 + static_cast<double>(random() % 6);
    std::vector<double> p(seen);
    // Few different values, so that ties are met.
    for (double& value : p) value = std::pow(static_cast<double>(1 + random() % 50) / 50.0, power);
    const double q = std::vector{.01, .05, .2, .5, 1.0}[random() % 5];
    const std::uint64_t expected = step_up(p, q * (1 + 1e-12), tests);
    const FdrCut cut = fdr_cut(q, tests, kBh, logs(p));
    // A value that equals the cut to the last digits may fall on either side of it by rounding.
    const std::uint64_t strict = step_up(p, q * (1 - 1e-12), tests);
    EXPECT_TRUE(cut.rejected == expected || cut.rejected == strict) << cut.rejected << " " << expected;
    const std::vector<double> ascending = logs(p);
    EXPECT_EQ(std::ranges::upper_bound(ascending, cut.log_p) - ascending.begin(), cut.rejected);
    double sum = 0;
    for (double i = 1; i <= tests; ++i) sum += 1 / i;
    const std::uint64_t any = fdr_cut(q, tests, kBy, ascending).rejected;
    EXPECT_GE(any, step_up(p, q / sum * (1 - 1e-12), tests));
    EXPECT_LE(any, step_up(p, q / sum * (1 + 1e-12), tests));
  }
}

TEST(Fdr, KnowsItsEdges) {
  EXPECT_EQ(fdr_cut(.05, 100, kBh, {}).rejected, 0u);
  const std::vector<double> impossible{-HUGE_VAL};
  EXPECT_EQ(fdr_cut(.05, 1e18, kBh, impossible).rejected, 1u);
  const std::vector<double> certain{0, 0};
  EXPECT_EQ(fdr_cut(.05, 2, kBh, certain).rejected, 0u);
  EXPECT_EQ(fdr_cut(1, 2, kBh, certain).rejected, 2u);
  EXPECT_EQ(fdr_cut(.05, 2, kBh, certain).log_p, -HUGE_VAL);
  // N = 10^9 documents: ln T + .577 is about 41.
  EXPECT_NEAR(harmonic(5e17), 41.3, .05);
  EXPECT_EQ(harmonic(1), 1);
  EXPECT_NEAR(harmonic(1001), harmonic(1000) + 1.0 / 1001, 1e-12);
  const Result<FdrCut> failed =
      fdr_cut(.05, 9, kBh, 3, [](double) -> Result<std::uint64_t> { return Status(Code::kIo, "disk"); });
  EXPECT_EQ(failed.status().message(), "disk");
}

// 2000 tests of which 100 are no nulls; only the smallest 300 p-values are ever seen. The share of false ones among
// the rejected, on the average over runs, is at most q (exactly q * 1900 / 2000 for independent tests).
TEST(Fdr, ControlsTheShareOfFalseOnes) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  constexpr int kRuns = 400;
  double share = 0;
  double squares = 0;
  double power = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<std::pair<double, bool>> all;
    for (int test = 0; test < 2000; ++test)
      all.emplace_back(std::log(normal_tail(normal(random) + (test < 100 ? 3.5 : 0.0))), test < 100);
    std::ranges::sort(all);
    std::vector<double> seen;
    for (int i = 0; i < 300; ++i) seen.push_back(all[i].first);
    const FdrCut cut = fdr_cut(.1, 2000, kBh, seen);
    double wrong = 0;
    for (std::uint64_t i = 0; i < cut.rejected; ++i) wrong += all[i].second ? 0 : 1;
    const double rate = cut.rejected == 0 ? 0.0 : wrong / static_cast<double>(cut.rejected);
    share += rate / kRuns;
    squares += rate * rate / kRuns;
    power += (static_cast<double>(cut.rejected) - wrong) / 100 / kRuns;
  }
  const double error = std::sqrt((squares - share * share) / kRuns);
  EXPECT_NEAR(share, .1 * 1900 / 2000, 4 * error);
  EXPECT_GT(power, .5);
}

}  // namespace
}  // namespace textkin::stats
