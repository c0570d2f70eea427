#include "stats/interval/sampled_share.h"

#include <gtest/gtest.h>
#include <cmath>

#include "stats/interval/clopper_pearson.h"
#include "stats/law/hypergeometric.h"

namespace textkin::stats {
namespace {

// Coverage is a finite sum here, so the guarantee is checked without a trial.
TEST(SampledShare, CoversWhateverTheTruthIs) {
  for (const double confidence : {.5, .9, .99})
    for (std::uint64_t size_a : {1, 3, 20, 60})
      for (std::uint64_t size_b : {1, 7, 60})
        for (std::uint64_t shared = 0; shared <= std::min(size_a, size_b); ++shared)
          for (std::uint64_t sample : {1, 5, 16, 61}) {
            const std::uint64_t united = size_a + size_b - shared;
            if (sample > united) continue;
            const double truth = static_cast<double>(shared) / static_cast<double>(united);
            const auto law = ChanceOverlap::of(united, shared, sample);
            double covered = 0;
            for (std::uint64_t x = 0; x <= std::min(shared, sample); ++x) {
              if (sample - x > united - shared) continue;
              const Interval interval = sampled_jaccard(x, sample, size_a, size_b, confidence);
              ASSERT_LE(interval.lower, interval.upper);
              if (interval.lower <= truth && truth <= interval.upper) covered += std::exp(law->log_pmf(x));
            }
            ASSERT_GE(covered, confidence - 1e-9) << size_a << " " << size_b << " " << shared << " " << sample;
          }
  for (std::uint64_t marked = 0; marked <= 40; ++marked) {
    const auto law = ChanceOverlap::of(40, marked, 12);
    double covered = 0;
    for (std::uint64_t x = 0; x <= std::min<std::uint64_t>(marked, 12); ++x) {
      if (12 - x > 40 - marked) continue;
      const Interval interval = sampled_share(x, 12, 40, 40, .95);
      const double truth = static_cast<double>(marked) / 40;
      if (interval.lower <= truth && truth <= interval.upper) covered += std::exp(law->log_pmf(x));
    }
    ASSERT_GE(covered, .95 - 1e-9) << marked;
  }
}

TEST(SampledShare, TheWholePopulationLeavesNothingOpen) {
  const Interval jaccard = sampled_jaccard(3, 9, 5, 7, .95);
  EXPECT_EQ(jaccard.lower, 3.0 / 9);
  EXPECT_EQ(jaccard.upper, 3.0 / 9);
  const Interval share = sampled_share(4, 10, 10, 10, .95);
  EXPECT_EQ(share.lower, .4);
  EXPECT_EQ(share.upper, .4);
}

TEST(SampledShare, HoldsTheEstimate) {
  const Interval jaccard = sampled_jaccard(60, 200, 196, 1196, .95);
  EXPECT_EQ(jaccard.upper, .3) << "above 196 / 1196";
  EXPECT_LE(jaccard.lower, 196.0 / 1196);
  EXPECT_EQ(sampled_share(51, 255, 1196, 196, .95).upper, .2);
}

// Of a population without end, a sample is a row of independent trials.
TEST(SampledShare, TendsToClopperPearson) {
  for (const std::uint64_t x : {0, 1, 40, 127, 128}) {
    const Interval sampled = sampled_jaccard(x, 128, 1u << 31, 1u << 31, .95);
    const Interval independent = clopper_pearson(static_cast<double>(x), 128, .95);
    EXPECT_NEAR(sampled.lower, independent.lower, 1e-4) << x;
    EXPECT_NEAR(sampled.upper, independent.upper, 1e-4) << x;
  }
}

TEST(SampledShare, WhatCannotBeLeavesAllOpen) {
  for (const Interval& interval :
       {sampled_jaccard(0, 0, 5, 5, .95), sampled_jaccard(6, 6, 5, 5, .95), sampled_jaccard(0, 11, 5, 5, .95),
        sampled_share(0, 0, 5, 5, .95), sampled_share(3, 2, 5, 5, .95), sampled_share(1, 6, 5, 5, .95)}) {
    EXPECT_EQ(interval.lower, 0);
    EXPECT_EQ(interval.upper, 1);
  }
}

}  // namespace
}  // namespace textkin::stats
