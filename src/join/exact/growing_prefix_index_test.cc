#include "join/exact/growing_prefix_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "join/exact/rarities.h"
#include "join/sets/overlap.h"
#include "join/sets/set_sizes.h"
#include "join/sets/testing_sets.h"

namespace textkin::join {
namespace {

std::vector<Feature> prefix_of(const GrowingPrefixIndex& index, FeatureView set) {
  std::vector<std::uint8_t> scratch;
  std::vector<Feature> prefix;
  index.prefix_of(set, scratch, prefix);
  return prefix;
}

GrowingPrefixIndex index_of(const Sets& sets, double threshold) {
  GrowingPrefixIndex index(threshold);
  std::vector<std::uint32_t> all(sets.size());
  std::iota(all.begin(), all.end(), 0u);
  EXPECT_TRUE(index.build(views(sets), all, 2).ok());
  return index;
}

// The order is made from the first third, whatever comes later.
TEST(GrowingPrefixIndex, NamesEverySimilarSet) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Sets sets = alike_sets(seed, 150, seed % 2 == 0 ? 8 : 90);
    for (const double threshold : {.3, .8, 1.0}) {
      GrowingPrefixIndex index(threshold);
      ASSERT_FALSE(index.is_ready());
      std::vector<FeatureView> third = views(sets);
      third.resize(50);
      std::vector<std::uint32_t> thirds(50);
      std::iota(thirds.begin(), thirds.end(), 0u);
      ASSERT_TRUE(index.build(third, thirds, 1 + static_cast<unsigned>(seed % 3)).ok());
      ASSERT_TRUE(index.is_ready());
      std::vector<std::uint32_t> numbers;
      for (std::uint32_t i = 0; i < sets.size(); ++i) {
        const std::vector<Feature> prefix = prefix_of(index, sets[i]);
        const std::uint32_t from = i / 3;
        const std::uint32_t to = i - i / 4;
        index.find(prefix, from, to, numbers);
        ASSERT_TRUE(std::ranges::is_sorted(numbers));
        ASSERT_EQ(std::ranges::adjacent_find(numbers), numbers.end());
        for (const std::uint32_t number : numbers) ASSERT_TRUE(from <= number && number < to);
        for (std::uint32_t other = from; other < to; ++other) {
          const std::uint64_t shared = overlap(sets[i], sets[other]);
          const double united = static_cast<double>(sets[i].size() + sets[other].size() - shared);
          if (shared == 0 || static_cast<double>(shared) / united < threshold) continue;
          ASSERT_TRUE(std::ranges::binary_search(numbers, other)) << seed << " " << i << " " << other;
        }
        if (i >= 50) index.add(i, prefix);
      }
      EXPECT_GT(index.bytes(), 0u);
    }
  }
}

// The first of all features by (rarity, feature), ascending by feature; whatever rarities there are.
TEST(GrowingPrefixIndex, PrefixesAreTheRarest) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Sets sets = alike_sets(seed, 60, seed % 2 == 0 ? 8 : 90);
    const Rarities rarities = Rarities::count(views(sets), 1);
    for (const double threshold : {.05, .5, .8, 1.0}) {
      const GrowingPrefixIndex index = index_of(sets, threshold);
      for (const std::vector<Feature>& set : sets) {
        std::vector<Feature> expected = set;
        std::ranges::stable_sort(expected, {}, [&](Feature feature) { return rarities[feature]; });
        expected.resize(set.empty() ? 0 : probe_prefix(set.size(), Threshold(threshold)));
        std::ranges::sort(expected);
        ASSERT_EQ(prefix_of(index, set), expected);
      }
    }
  }
}

TEST(GrowingPrefixIndex, LooksAtFewSetsThatShareOnlyWhatIsCommon) {
  Sets sets;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    std::vector<Feature> set = range_set(0, 60);
    for (std::uint64_t n = 0; n < 40; ++n) set.push_back(feature(1000 + i * 40 + n));
    sets.push_back(ascending(std::move(set)));
  }
  GrowingPrefixIndex index(.8);
  // Twenty of them are enough to tell what is common.
  std::vector<FeatureView> some = views(sets);
  some.resize(20);
  std::vector<std::uint32_t> own(20);
  std::iota(own.begin(), own.end(), 0u);
  ASSERT_TRUE(index.build(some, own, 2).ok());
  std::uint64_t looked_at = 0;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < sets.size(); ++i) {
    const std::vector<Feature> prefix = prefix_of(index, sets[i]);
    looked_at += index.find(prefix, 0, i, numbers);
    if (i >= 20) index.add(i, prefix);
  }
  EXPECT_LT(looked_at, sets.size() * 100) << "some heads are shared; the common features would be 2 million";
}

// Of many sets some are drawn to tell what is common: of each kind, where kinds come in turns.
TEST(GrowingPrefixIndex, KnowsWhatIsCommonToKindsThatComeInTurns) {
  constexpr std::uint64_t kKinds = 4;
  Sets sets;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const std::uint64_t common = 100 * (i % kKinds);
    std::vector<Feature> set = range_set(common, common + 60);
    for (std::uint64_t n = 0; n < 40; ++n) set.push_back(feature(1000 + i * 40 + n));
    sets.push_back(ascending(std::move(set)));
  }
  const GrowingPrefixIndex index = index_of(sets, .8);
  std::uint64_t looked_at = 0;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < sets.size(); ++i) looked_at += index.find(prefix_of(index, sets[i]), 0, i, numbers);
  EXPECT_LT(looked_at, sets.size() * 100) << "the common features of one kind would be half a million";
}

// Of all that are alike one feature names nearly all, and a second one the others.
TEST(GrowingPrefixIndex, LooksAtFewFeaturesWhereAllAreAlike) {
  Sets sets;
  for (std::uint64_t i = 0; i < 500; ++i) {
    std::vector<Feature> set = range_set(0, 60);
    set[i % 60] = feature(1000 + i);
    sets.push_back(ascending(std::move(set)));
  }
  const GrowingPrefixIndex index = index_of(sets, .1);
  std::uint64_t looked_at = 0;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 1; i < sets.size(); ++i) {
    looked_at += index.find(prefix_of(index, sets[i]), 0, i, numbers);
    ASSERT_EQ(numbers.size(), i);
  }
  EXPECT_LT(looked_at, sets.size() * sets.size() * 5) << "all features would name each some 50 times";
}

}  // namespace
}  // namespace textkin::join
