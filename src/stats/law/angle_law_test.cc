#include "stats/law/angle_law.h"

#include <gtest/gtest.h>
#include <cmath>

namespace textkin::stats {
namespace {

// What 64 bits find of pairs of sets of equal sizes, for distances of Manku, Jain, Das Sarma 2007 and above.
TEST(AngleLaw, GivesTheOperatingTable) {
  struct Column {
    double jaccard, expected, within_3, within_6, within_10;
  };
  const Column table[] = {{.5, 17.1, 0, .0005, .026},   {.6, 14.7, .0001, .004, .101}, {.7, 12.3, .0008, .026, .293},
                          {.8, 9.7, .0085, .130, .625}, {.85, 8.3, .0275, .265, .802}, {.9, 6.6, .090, .499, .936},
                          {.93, 5.5, .189, .689, .980}, {.95, 4.6, .312, .822, .994},  {.97, 3.6, .520, .936, .999},
                          {.98, 2.9, .671, .975, 1},    {.99, 2.0, .852, .996, 1}};
  const AngleLaw law;
  for (const Column& column : table) {
    const double cosine = cosine_of_equal_sets(column.jaccard);
    const double last = column.jaccard < .85 && column.within_3 < .01 ? 5.1e-5 : 5.1e-4;
    EXPECT_NEAR(64 * (1 - law.agreement(cosine)), column.expected, .051) << column.jaccard;
    EXPECT_NEAR(probability_within(cosine, 64, 3), column.within_3, last) << column.jaccard;
    EXPECT_NEAR(probability_within(cosine, 64, 6), column.within_6, 5.1e-4) << column.jaccard;
    EXPECT_NEAR(probability_within(cosine, 64, 10), column.within_10, 5.1e-4) << column.jaccard;
  }
}

TEST(AngleLaw, GivesTheRandomPairsOfABillionDocuments) {
  const double pairs = 1e9 * (1e9 - 1) / 2;
  EXPECT_NEAR(probability_within(0, 64, 3), 2.4e-15, 5e-17);
  EXPECT_NEAR(pairs * probability_within(0, 64, 3), 1.2e3, 50);
  EXPECT_NEAR(probability_within(0, 64, 6), 4.5e-12, 5e-14);
  EXPECT_NEAR(pairs * probability_within(0, 64, 6), 2.3e6, 5e4);
  EXPECT_NEAR(probability_within(0, 64, 10), 1e-8, 5e-10);
  EXPECT_NEAR(pairs * probability_within(0, 64, 10), 5e9, 3e8);
}

TEST(AngleLaw, TurnsDistancesIntoCosinesAndBack) {
  const AngleLaw law;
  EXPECT_EQ(cosine_of_distance(0, 64), 1);
  EXPECT_EQ(cosine_of_distance(32, 64), 0);
  EXPECT_EQ(cosine_of_distance(64, 64), -1);
  for (std::uint32_t distance = 0; distance <= 128; ++distance) {
    const double cosine = cosine_of_distance(distance, 128);
    EXPECT_NEAR(128 * (1 - law.agreement(cosine)), distance, 1e-6);
    const Interval interval = law.interval(128 - distance, 128, 1, 1, .95, false);
    EXPECT_LE(interval.lower, cosine + 1e-15);
    EXPECT_GE(interval.upper, cosine - 1e-15);
  }
  EXPECT_EQ(law.interval(64, 64, 1, 1, .95, false).upper, 1);
  EXPECT_EQ(law.interval(0, 64, 1, 1, .95, false).lower, -1);
  EXPECT_EQ(law.variance(1, 10, 64), 0);
  EXPECT_EQ(law.candidate_probability(.9, 4, 4), 0);
  EXPECT_EQ(probability_within(1, 64, 0), 1);
}

// The interval holds the truth as often as it says, whatever the angle: summed over all distances.
TEST(AngleLaw, IntervalsCover) {
  const AngleLaw law;
  for (const std::uint32_t bits : {64u, 128u})
    for (double cosine = -.95; cosine < 1; cosine += .05) {
      double covered = 0;
      for (std::uint32_t distance = 0; distance <= bits; ++distance) {
        const Interval interval = law.interval(bits - distance, bits, 1, 1, .95, false);
        const double below = distance == 0 ? 0 : probability_within(cosine, bits, distance - 1);
        if (interval.lower <= cosine && cosine <= interval.upper)
          covered += probability_within(cosine, bits, distance) - below;
      }
      EXPECT_GE(covered, .95) << cosine;
    }
}

}  // namespace
}  // namespace textkin::stats
