#include "stats/recall/sample.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "stats/recall/uniform_below.h"

namespace textkin::stats {
namespace {

using Sample = std::vector<std::uint32_t>;

// All subsets must come equally often: 20 subsets of 3 out of 6, chi-square with 19 degrees of freedom.
TEST(Sample, EverySubsetIsEquallyLikely) {
  std::map<Sample, int> times;
  const int draws = 20000;
  for (int seed = 0; seed < draws; ++seed) ++times[sample_without_replacement(6, 3, static_cast<std::uint64_t>(seed))];
  ASSERT_EQ(times.size(), 20u);
  double chi_square = 0;
  for (const auto& [subset, count] : times) {
    ASSERT_TRUE(subset[0] < subset[1] && subset[1] < subset[2] && subset[2] < 6);
    chi_square += std::pow(count - draws / 20.0, 2) / (draws / 20.0);
  }
  EXPECT_LT(chi_square, 43.8) << "0.999 quantile";
  EXPECT_GT(chi_square, 5.4) << "0.001 quantile: more even than chance";
}

TEST(Sample, IsAllWhereNoMoreAreThere) {
  EXPECT_EQ(sample_without_replacement(4, 4, 9), (Sample{0, 1, 2, 3}));
  EXPECT_EQ(sample_without_replacement(4, ~std::uint64_t{0}, 9), (Sample{0, 1, 2, 3}));
  EXPECT_EQ(sample_without_replacement(0, 5, 9), Sample{});
  EXPECT_EQ(sample_without_replacement(5, 0, 9), Sample{});
}

TEST(Sample, DependsOnTheSeedAndOnNothingElse) {
  const Sample one = sample_without_replacement(1000, 10, 1);
  EXPECT_EQ(one, sample_without_replacement(1000, 10, 1));
  EXPECT_NE(one, sample_without_replacement(1000, 10, 2));
}

TEST(UniformBelow, IsEvenAtABoundThatTheWordDoesNotDivide) {
  // With 3/4 of 2^64 as bound, a remainder or a plain product would give some values twice as often as others.
  const std::uint64_t bound = 3ull << 62;
  std::mt19937_64 generator(5);
  int thirds[3] = {};
  for (int i = 0; i < 30000; ++i) {
    const std::uint64_t value = uniform_below(generator, bound);
    ASSERT_LT(value, bound);
    ++thirds[value / (bound / 3)];
  }
  for (const int count : thirds) EXPECT_NEAR(count, 10000, 4 * std::sqrt(30000 * (1 / 3.0) * (2 / 3.0)));
  for (int i = 0; i < 100; ++i) EXPECT_EQ(uniform_below(generator, 1), 0u);
}

}  // namespace
}  // namespace textkin::stats
