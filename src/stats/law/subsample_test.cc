#include "stats/law/subsample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>

namespace textkin::stats {
namespace {

// Every pair of subsets, as bit masks: A = the low bits, B shares `shared` of them.
TEST(Subsample, EqualsExhaustiveEnumeration) {
  for (unsigned size_a = 0; size_a <= 6; ++size_a)
    for (unsigned size_b = 0; size_b <= 5; ++size_b)
      for (unsigned shared = 0; shared <= std::min(size_a, size_b); ++shared)
        for (unsigned n_a = 0; n_a <= size_a; ++n_a)
          for (unsigned n_b = 0; n_b <= size_b; ++n_b) {
            const unsigned all_a = (1u << size_a) - 1;
            const unsigned all_b = ((1u << size_b) - 1) << (size_a - shared);
            double pairs = 0;
            double similarity = 0;
            std::vector<double> counts(8);
            for (unsigned a = 0; a <= all_a; ++a) {
              if (std::popcount(a) != static_cast<int>(n_a)) continue;
              for (unsigned b = 0; b <= all_b; ++b) {
                if ((b & ~all_b) != 0 || std::popcount(b) != static_cast<int>(n_b)) continue;
                ++pairs;
                ++counts[std::popcount(a & b)];
                if ((a | b) != 0) similarity += static_cast<double>(std::popcount(a & b)) / std::popcount(a | b);
              }
            }
            const IndependentSamples law = IndependentSamples::of(size_a, size_b, shared, n_a, n_b).value();
            for (unsigned x = 0; x < 8; ++x) ASSERT_NEAR(law.pmf(x), counts[x] / pairs, 1e-12);
            ASSERT_NEAR(law.expected_similarity(), similarity / pairs, 1e-12);
          }
}

// The theorem's claim fails at every size: the expected similarity stays near f times the truth.
TEST(Subsample, IndependentSamplesDoNotConverge) {
  EXPECT_NEAR(IndependentSamples::of(1000, 1000, 500, 100, 100)->expected_similarity(), 5.0 / 195, 5e-4);
  for (const std::uint64_t size : {1000ull, 10000ull, 100000ull}) {
    const IndependentSamples law = IndependentSamples::of(size, size, size / 2, size / 10, size / 10).value();
    EXPECT_NEAR(law.mean(), static_cast<double>(size) / 200, 1e-6 * static_cast<double>(size));
    EXPECT_LT(law.expected_similarity(), .03);
    EXPECT_GT(law.expected_similarity(), .02);
  }
  EXPECT_NEAR(IndependentSamples::of(1000, 1000, 500, 1000, 1000)->expected_similarity(), 1.0 / 3, 1e-12);
}

// Sampling both by one rule: the m members of the union with the least random keys.
TEST(Subsample, JointSamplesAreUnbiased) {
  std::mt19937_64 random(31);
  constexpr int kUnion = 120;
  constexpr int kShared = 40;
  constexpr int kSample = 30;
  constexpr int kTrials = 20000;
  std::vector<int> members(kUnion);
  std::iota(members.begin(), members.end(), 0);
  double sum = 0;
  double squares = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::ranges::shuffle(members, random);
    const auto both = std::count_if(members.begin(), members.begin() + kSample, [](int m) { return m < kShared; });
    const double share = static_cast<double>(both) / kSample;
    sum += share;
    squares += share * share;
  }
  const double mean = sum / kTrials;
  const double j = static_cast<double>(kShared) / kUnion;
  const double variance = joint_sample_variance(j, kUnion, kSample);
  EXPECT_NEAR(mean, j, 4 * std::sqrt(variance / kTrials));
  EXPECT_NEAR((squares / kTrials - mean * mean) / variance, 1, .05);
  EXPECT_EQ(joint_sample_variance(.5, 10, 10), 0);
}

TEST(Subsample, RefusesWhatCannotBe) {
  EXPECT_FALSE(IndependentSamples::of(5, 5, 6, 1, 1).ok());
  EXPECT_FALSE(IndependentSamples::of(5, 5, 2, 6, 1).ok());
  EXPECT_FALSE(IndependentSamples::of(5, 1u << 30, 2, 5, 1).ok());
}

}  // namespace
}  // namespace textkin::stats
