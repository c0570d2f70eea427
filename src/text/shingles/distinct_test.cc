#include "text/shingles/distinct.h"

#include <algorithm>
#include <map>
#include <random>
#include <unordered_set>
#include <vector>

#include "base/testing_targets.h"
#include "gtest/gtest.h"
#include "hash/mix.h"

namespace textkin::text {
namespace {

using Features = std::vector<Feature>;

void append(DistinctFilter& filter, Features features, bool multiset, Features& out) {
  const std::size_t before = out.size();
  out.insert(out.end(), features.begin(), features.end());
  filter.make_distinct(out, before, multiset);
}

Features first_occurrences(const Features& features) {
  std::unordered_set<Feature> seen;
  Features kept;
  for (const Feature feature : features)
    if (seen.insert(feature).second) kept.push_back(feature);
  return kept;
}

Features copies_apart(const Features& features) {
  std::map<Feature, std::uint64_t> seen;
  Features all;
  for (const Feature feature : features) {
    const std::uint64_t copy = seen[feature]++;
    all.push_back(copy == 0 ? feature : hash::mix64(feature + copy * 0xD6E8FEB86659FD93ull));
  }
  return all;
}

// `shape` 0: all different; 1: some repeats; 2: crowded into one place of the table; 3: one value; with 0 and ~0.
Features random_features(std::mt19937_64& random, std::size_t count, int shape) {
  Features features(count);
  for (Feature& feature : features) {
    if (shape == 0) feature = random();
    if (shape == 1) feature = hash::mix64(random() % (count / 2 + 1));
    if (shape == 2) feature = random() % (count + 1);
    if (shape == 3) feature = 7;
    if (random() % 50 == 0) feature = random() % 2 == 0 ? 0 : ~Feature{0};
  }
  return features;
}

TEST(Distinct, KeepsFirstOccurrencesInOrder) {
  base::on_every_target([] {
    std::mt19937_64 random(8);
    DistinctFilter filter;
    for (int round = 0; round < 600; ++round) {
      const Features features = random_features(random, random() % 700, round % 4);
      Features out{11, 12};
      append(filter, features, false, out);
      Features expected{11, 12};
      for (const Feature feature : first_occurrences(features)) expected.push_back(feature);
      ASSERT_EQ(out, expected);
      out.clear();
      append(filter, features, true, out);
      ASSERT_EQ(out, copies_apart(features));
      out = {11};
      std::vector<double> counts{5};
      filter.append_counted(features.data(), features.size(), out, counts);
      expected = {11};
      std::vector<double> expected_counts{5};
      for (const Feature feature : first_occurrences(features)) {
        expected.push_back(feature);
        expected_counts.push_back(static_cast<double>(std::count(features.begin(), features.end(), feature)));
      }
      ASSERT_EQ(out, expected);
      ASSERT_EQ(counts, expected_counts);
    }
  });
}

TEST(Distinct, AroundTheSizeWhereNumbersGrowTo32Bits) {
  std::mt19937_64 random(9);
  DistinctFilter filter;
  for (const std::size_t count : {65533u, 65534u, 65535u, 65536u, 300000u, 10u})
    for (const int shape : {0, 1, 3}) {
      const Features features = random_features(random, count, shape);
      Features out;
      append(filter, features, false, out);
      ASSERT_EQ(out, first_occurrences(features)) << count;
      out.clear();
      append(filter, features, true, out);
      ASSERT_EQ(out, copies_apart(features)) << count;
    }
}

TEST(Distinct, BeyondTheLargestTableTheyAreSorted) {
  constexpr std::size_t kMostInOrder = std::size_t{1} << 20;
  std::mt19937_64 random(10);
  DistinctFilter filter;
  for (const std::size_t count : {kMostInOrder, kMostInOrder + 1})
    for (const int shape : {0, 1, 3}) {
      const Features features = random_features(random, count, shape);
      Features expected = features;
      if (count > kMostInOrder) {
        std::sort(expected.begin(), expected.end());
        expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
      } else {
        expected = first_occurrences(features);
      }
      expected.insert(expected.begin(), {12, 11});
      Features out{12, 11};
      append(filter, features, false, out);
      ASSERT_EQ(out, expected) << count << " " << shape;
    }
}

TEST(Distinct, RoomOfManyRepeatsIsGivenBack) {
  DistinctFilter filter;
  Features features(5u << 20, 7);
  filter.make_distinct(features, 0, false);
  EXPECT_EQ(features, Features{7});
  EXPECT_LT(features.capacity(), 1000u);
}

// Weighted Jaccard of {a:3, b:1} and {a:1, b:2} is (1 + 1) / (3 + 2).
TEST(Distinct, ReplicationGivesWeightedJaccard) {
  const Features x{1, 2, 1, 1};
  const Features y{2, 1, 2};
  DistinctFilter filter;
  Features a, b;
  append(filter, x, true, a);
  append(filter, y, true, b);
  const std::unordered_set<Feature> set_a(a.begin(), a.end());
  std::unordered_set<Feature> united(b.begin(), b.end());
  std::size_t shared = 0;
  for (const Feature feature : set_a) shared += united.count(feature);
  united.insert(a.begin(), a.end());
  EXPECT_EQ(shared, 2u);
  EXPECT_EQ(united.size(), 5u);
}

}  // namespace
}  // namespace textkin::text
