#include "join/exact/rarities.h"

#include <gtest/gtest.h>

#include "join/sets/testing_sets.h"

namespace textkin::join {
namespace {

TEST(Rarities, LevelsAreExactBelowFourAndThenPowersOfTwo) {
  const std::vector<std::pair<std::uint32_t, unsigned>> expected = {
      {0, 0},  {1, 1},   {2, 2},    {3, 3},     {4, 4},     {7, 4},         {8, 5},           {15, 5},
      {16, 6}, {255, 9}, {256, 10}, {8191, 14}, {8192, 15}, {1u << 20, 15}, {0xFFFFFFFFu, 15}};
  for (const auto& [frequency, level] : expected) EXPECT_EQ(Rarities::level(frequency), level) << frequency;
  for (std::uint32_t i = 0; i < 100'000; ++i) ASSERT_LE(Rarities::level(i), Rarities::level(i + 1));
}

// Of every feature the level of what Frequencies counts, those in more sets than a byte counts among them.
TEST(Rarities, AreThoseOfTheFrequencies) {
  Sets sets;
  for (std::uint64_t i = 0; i < 700; ++i) {
    std::vector<Feature> set = range_set(0, 20);
    for (std::uint64_t n = 0; n < 30; ++n) set.push_back(feature(1000 + (i * 30 + n) / (1 + n % 5)));
    sets.push_back(ascending(std::move(set)));
  }
  const std::vector<FeatureView> all = views(sets);
  const Frequencies frequencies = Frequencies::count(all, 1);
  for (const unsigned threads : {1u, 2u, 7u}) {
    const Rarities rarities = Rarities::count(all, threads);
    std::vector<std::uint64_t> met(Rarities::kLevels, 0);
    for (const FeatureView set : all) {
      for (const Feature feature : set) {
        ASSERT_EQ(rarities[feature], Rarities::level(frequencies[feature]));
        ++met[rarities[feature]];
      }
    }
    EXPECT_GT(met[1], 0u);
    EXPECT_GT(met[Rarities::level(700)], 700u * 19) << "what all sets have";
    EXPECT_LT(rarities.bytes(), frequencies.bytes());
  }
}

TEST(Rarities, OfNoSets) { EXPECT_EQ(Rarities::count({}, 2)[feature(1)], 0u); }

}  // namespace
}  // namespace textkin::join
