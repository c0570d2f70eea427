#include "join/exact/prefix_join.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "join/exact/all_pairs.h"
#include "join/exact/prefix_cost.h"
#include "join/exact/prefix_entries.h"
#include "join/exact/prefix_join_leaders.h"
#include "join/measures/containment.h"
#include "join/measures/shared_count.h"
#include "join/sets/overlap.h"
#include "join/sets/testing_sets.h"

namespace textkin::join {
namespace {

TEST(Frequencies, AreNeverBelowTheTruthAndAreExactWhereCountersAreMany) {
  for (const std::size_t documents : {0u, 1u, 300u, 4000u}) {
    const Sets sets = alike_sets(documents, documents, 200);
    std::map<Feature, std::uint32_t> truth;
    for (const auto& set : sets) {
      for (const Feature f : set) ++truth[f];
    }
    const Frequencies one = Frequencies::count(views(sets), 1);
    const Frequencies many = Frequencies::count(views(sets), 4);
    std::size_t exact = 0;
    for (const auto& [f, count] : truth) {
      ASSERT_GE(one[f], count);
      ASSERT_EQ(one[f], many[f]);
      exact += one[f] == count;
    }
    if (!truth.empty()) {
      EXPECT_GT(double(exact) / double(truth.size()), .3);
    }
    EXPECT_GE(one[0] + one[~Feature{0}], 0u);
  }
}

TEST(Frequencies, CountsTheLeastAndTheGreatestFeature) {
  const Sets sets(3, {0, 1, ~Feature{0}});
  const Frequencies frequencies = Frequencies::count(views(sets), 2);
  EXPECT_EQ(frequencies[~Feature{0}], 3u);
  EXPECT_EQ(frequencies[0], 6u) << "0 and 1 share a counter";
}

TEST(Frequencies, CountsOnWhereAByteIsFull) {
  Sets sets;
  for (std::size_t i = 0; i < 5000; ++i) {
    // Shared by 254, 255, 256, 1000 and all; and thirty own ones, so that counters are many.
    std::vector<Feature> set = range_set(1000 + 30 * i, 1030 + 30 * i);
    const std::size_t shared[] = {254, 255, 256, 1000, 5000};
    for (std::uint64_t n = 0; n < std::size(shared); ++n) {
      if (i < shared[n]) set.push_back(feature(n));
    }
    sets.push_back(ascending(std::move(set)));
  }
  const Frequencies one = Frequencies::count(views(sets), 1);
  const Frequencies many = Frequencies::count(views(sets), 3);
  const std::uint32_t truth[] = {254, 255, 256, 1000, 5000};
  for (std::uint64_t n = 0; n < std::size(truth); ++n) {
    EXPECT_GE(one[feature(n)], truth[n]);
    EXPECT_LE(one[feature(n)], truth[n] + 5) << "few others share its counter";
    EXPECT_EQ(one[feature(n)], many[feature(n)]);
  }
  EXPECT_LE(one.bytes(), 5000 * 40 * 2);
}

TEST(PrefixEntries, AreCountedAsTheyAreSelected) {
  Sets sets = alike_sets(7, 900, 60);
  std::erase_if(sets, [](const auto& set) { return set.empty(); });
  std::vector<DocId> all(sets.size());
  std::iota(all.begin(), all.end(), DocId{0});
  const Frequencies frequencies = Frequencies::count(views(sets), 2);
  std::uint64_t last = 0;
  for (const Threshold& threshold : {Threshold(.9), Threshold(.3), Threshold(30, kSharedCount),
                                     Threshold(5, kSharedCount), Threshold(.6, kContainment)}) {
    Result<PrefixEntries> selected = PrefixEntries::select(views(sets), all, {}, frequencies, threshold, 2);
    ASSERT_TRUE(selected.ok());
    const std::uint64_t entries =
        std::accumulate(selected->counts().begin(), selected->counts().end(), std::uint64_t{0});
    EXPECT_NE(entries, std::exchange(last, entries));
    for (const unsigned threads : {1u, 4u})
      EXPECT_EQ(*count_prefix_entries(views(sets), frequencies, threshold, threads), entries);
  }
}

std::vector<VerifiedPair> brute_force(const Sets& sets, double threshold, const std::vector<std::uint8_t>& skip,
                                      const std::vector<std::uint8_t>& side) {
  Sets taking_part = sets;
  for (std::size_t i = 0; i < skip.size(); ++i) {
    if (skip[i]) taking_part[i].clear();
  }
  return all_pairs(views(taking_part), threshold, side);
}

void check_join(const Sets& sets, double threshold, const std::vector<std::uint8_t>& skip,
                const std::vector<std::uint8_t>& side) {
  const std::vector<VerifiedPair> expected = brute_force(sets, threshold, skip, side);
  const Frequencies frequencies = Frequencies::count(views(sets), 2);
  VerifyCounts first;
  for (unsigned threads = 1; threads <= 4; ++threads) {
    VerifyCounts counts;
    const auto found = prefix_join(views(sets), threshold, frequencies, skip, side, threads, counts);
    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found->size(), expected.size());
    ASSERT_TRUE(*found == expected);
    ASSERT_GE(counts.verified, expected.size());
    ASSERT_GE(counts.candidates, counts.verified);
    if (threads == 1) first = counts;
    ASSERT_EQ(counts.candidates, first.candidates);
    ASSERT_EQ(counts.verified, first.verified);
  }
}

TEST(AllPairs, IsThePredicate) {
  const Sets sets = {range_set(0, 10), range_set(0, 8), {}, {}, range_set(0, 10), range_set(9, 12)};
  const auto pairs = all_pairs(views(sets), .8, {});
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_EQ(pairs[0], (VerifiedPair{.a = 0, .b = 1, .shared = 8, .size_a = 10, .size_b = 8}));
  EXPECT_EQ(pairs[1], (VerifiedPair{.a = 0, .b = 4, .shared = 10, .size_a = 10, .size_b = 10}));
  EXPECT_EQ(pairs[2], (VerifiedPair{.a = 1, .b = 4, .shared = 8, .size_a = 8, .size_b = 10}));
  EXPECT_EQ(all_pairs(views(sets), .8, std::vector<std::uint8_t>{0, 0, 0, 0, 1, 1}).size(), 2u);
}

TEST(PrefixJoin, EqualsBruteForceOnRandomSets) {
  for (std::uint64_t seed = 0; seed < 240; ++seed) {
    const Sets sets = alike_sets(seed, seed % 150, 1 + seed % 50, 1 + seed % 40);
    const double threshold = kThresholds[seed % std::size(kThresholds)];
    const auto skip = seed % 3 == 0 ? random_flags(seed, sets.size(), 4) : std::vector<std::uint8_t>{};
    const auto side = seed % 2 == 0 ? random_flags(seed + 1, sets.size(), 2) : std::vector<std::uint8_t>{};
    ASSERT_NO_FATAL_FAILURE(check_join(sets, threshold, skip, side)) << seed << " at " << threshold;
  }
}

// Pairs exactly at the threshold, where a prefix length that is rounded wrongly by one loses them: for every decimal
// threshold all sizes at which the demand is a whole number, with the difference put in front of the order.
TEST(PrefixJoin, LosesNoPairExactlyAtTheThreshold) {
  for (int tenths = 1; tenths <= 10; ++tenths) {
    const double threshold = tenths / 10.0;
    Sets sets;
    std::size_t at_threshold = 0;
    for (std::uint64_t united = 10; united <= 60; united += 10) {
      const std::uint64_t shared = united * tenths / 10;
      for (std::uint64_t left = shared; left <= united; left += 1 + united / 7) {
        // Features of each pair are its own, so the order puts the single ones, which no other set has, first.
        const std::uint64_t base = 1000 * sets.size();
        sets.push_back(range_set(base, base + left));
        sets.push_back(range_set(base + left - shared, base + united));
        ++at_threshold;
      }
    }
    std::vector<Feature> common;  // makes the single features as frequent as the shared ones
    for (const auto& set : sets) common.insert(common.end(), set.begin(), set.end());
    ASSERT_GE(all_pairs(views(sets), threshold, {}).size(), at_threshold);
    ASSERT_NO_FATAL_FAILURE(check_join(sets, threshold, {}, {})) << threshold;
    sets.push_back(ascending(common));
    ASSERT_NO_FATAL_FAILURE(check_join(sets, threshold, {}, {})) << threshold;
  }
}

TEST(PrefixJoin, HandlesTheSmallest) {
  for (const double threshold : {.5, 1.0}) {
    check_join({}, threshold, {}, {});
    check_join({{}}, threshold, {}, {});
    check_join({{}, {}}, threshold, {}, {});
    check_join({{5}}, threshold, {}, {});
    check_join({{5}, {5}}, threshold, {}, {});
    check_join({{0}, {~Feature{0}}, {0, ~Feature{0}}, {0}}, threshold, {}, {});
  }
}

// Features that are all below 2^32 share one counter: slow, but right.
TEST(PrefixJoin, IsRightWhereFeaturesAreNotMixed) {
  std::mt19937_64 random(2);
  Sets sets;
  for (int i = 0; i < 80; ++i) {
    std::vector<Feature> set;
    for (int n = 0; n < 12; ++n) set.push_back(random() % 16);
    sets.push_back(ascending(set));
  }
  for (const double threshold : kThresholds) check_join(sets, threshold, {}, {});
}

// The keep rule over all pairs.
std::vector<VerifiedPair> leaders_reference(const Sets& sets, double threshold, const KeepOrder& order,
                                            const std::vector<std::uint8_t>& skip) {
  std::vector<VerifiedPair> pairs = brute_force(sets, threshold, skip, {});
  for (VerifiedPair& pair : pairs) {
    if (order.of(pair.a) < order.of(pair.b)) {
      std::swap(pair.a, pair.b);
      std::swap(pair.size_a, pair.size_b);
    }
  }
  std::ranges::sort(pairs, {}, [&](const VerifiedPair& p) { return std::pair(order.of(p.a), order.of(p.b)); });
  std::vector<bool> removed(sets.size());
  std::vector<VerifiedPair> needed;
  for (const VerifiedPair& pair : pairs) {
    if (removed[pair.a] || removed[pair.b]) continue;
    removed[pair.a] = true;
    needed.push_back(pair);
  }
  std::ranges::sort(needed, {}, &VerifiedPair::a);
  return needed;
}

TEST(PrefixJoinLeaders, IsTheKeepRule) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Sets sets = alike_sets(seed, seed % 30 == 0 ? 700 : seed, 1 + seed % 40, 1 + seed % 30);
    const double threshold = kThresholds[seed % std::size(kThresholds)];
    const KeepOrder order = seed % 3 == 0 ? KeepOrder{} : random_order(seed, sets.size());
    const auto skip = seed % 2 == 0 ? random_flags(seed, sets.size(), 4) : std::vector<std::uint8_t>{};
    const std::vector<VerifiedPair> expected = leaders_reference(sets, threshold, order, skip);
    const Frequencies frequencies = Frequencies::count(views(sets), 1);
    VerifyCounts first;
    for (unsigned threads = 1; threads <= 4; ++threads) {
      VerifyCounts counts;
      const auto found = prefix_join_leaders(views(sets), threshold, frequencies, order, skip, threads, counts);
      ASSERT_TRUE(found.ok());
      ASSERT_TRUE(*found == expected) << seed << " at " << threshold << ", " << threads << " threads";
      if (threads == 1) first = counts;
      ASSERT_EQ(counts.candidates, first.candidates);
      ASSERT_EQ(counts.verified, first.verified);
    }
  }
}

// Counted from the definition: pairs of prefixes, in the order of (frequency, feature), that share a feature.
TEST(PredictedPrefixHits, IsTheSumOverFeatures) {
  for (std::uint64_t seed = 1; seed < 30; ++seed) {
    const Sets sets = alike_sets(seed, 100, 40);
    const double threshold = kThresholds[seed % std::size(kThresholds)];
    const Frequencies frequencies = Frequencies::count(views(sets), 1);
    const auto skip = random_flags(seed, sets.size(), 5);
    std::map<Feature, double> counts;
    for (std::size_t doc = 0; doc < sets.size(); ++doc) {
      if (skip[doc] || sets[doc].empty()) continue;
      std::vector<Feature> set = sets[doc];
      std::ranges::sort(set, {}, [&](Feature f) { return std::pair(frequencies[f], f); });
      std::size_t partner = set.size();
      while (partner > 1 && double(partner - 1) / double(set.size()) >= threshold) --partner;
      for (std::size_t i = 0; i < set.size() - partner + 1; ++i) counts[set[i]] += 1;
    }
    double expected = 0;
    for (const auto& [f, count] : counts) expected += count * (count - 1) / 2;
    for (const unsigned threads : {1u, 3u}) {
      EXPECT_EQ(predicted_prefix_hits(views(sets), frequencies, threshold, skip, threads), expected) << seed;
    }
  }
  EXPECT_EQ(predicted_prefix_hits({}, Frequencies::count({}, 1), .5, {}, 1), 0);
  EXPECT_TRUE(std::isinf(predicted_prefix_hits({}, Frequencies::count({}, 1), 0, {}, 1)));
}

TEST(PrefixJoin, RefusesAThresholdThatCannotBe) {
  VerifyCounts counts;
  const Frequencies frequencies = Frequencies::count({}, 1);
  for (const double threshold : {0.0, -.5, 1.01, std::nan("")}) {
    EXPECT_EQ(prefix_join({}, threshold, frequencies, {}, {}, 1, counts).status().code(), Code::kInvalidArgument);
    EXPECT_EQ(prefix_join_leaders({}, threshold, frequencies, {}, {}, 1, counts).status().code(),
              Code::kInvalidArgument);
  }
}

}  // namespace
}  // namespace textkin::join
