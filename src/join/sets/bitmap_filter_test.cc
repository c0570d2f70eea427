#include "join/sets/bitmap_filter.h"

#include <gtest/gtest.h>

#include "join/sets/overlap.h"
#include "join/sets/set_sizes.h"
#include "join/sets/testing_sets.h"

namespace textkin::join {
namespace {

TEST(BitmapFilter, NeverExceedsTheDifferenceAndReachesItForFewMembers) {
  std::size_t tight = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Sets sets = alike_sets(seed, 60, 40 + 20 * seed);
    for (const auto& a : sets) {
      for (const auto& b : sets) {
        const std::uint64_t shared = overlap(a, b);
        const std::uint64_t difference = a.size() + b.size() - 2 * shared;
        const std::uint64_t bound = BitmapFilter(a).least_difference(BitmapFilter(b));
        ASSERT_LE(bound, difference);
        ASSERT_EQ((difference - bound) % 2, 0u) << "members that fall on one bit cancel in pairs";
        tight += difference > 0 && bound == difference;
        ASSERT_TRUE(BitmapFilter::can_share(BitmapFilter(a), a.size(), BitmapFilter(b), b.size(), shared));
      }
    }
  }
  EXPECT_GT(tight, 1000u);
}

TEST(BitmapFilter, TellsUnlikeSetsApart) {
  const auto a = range_set(0, 300);
  const auto b = range_set(1000, 1300);
  EXPECT_FALSE(BitmapFilter::can_share(BitmapFilter(a), 300, BitmapFilter(b), 300, required_overlap(300, 300, .8)));
  EXPECT_TRUE(BitmapFilter::can_share(BitmapFilter(a), 300, BitmapFilter(a), 300, 300));
  EXPECT_EQ(BitmapFilter(FeatureView()).least_difference(BitmapFilter(range_set(0, 1))), 1u);
}

}  // namespace
}  // namespace textkin::join
