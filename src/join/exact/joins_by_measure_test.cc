// The exact join, the oracle and the neighbour search at every measure, against the definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "join/exact/all_pairs.h"
#include "join/exact/neighbour_search.h"
#include "join/exact/prefix_join.h"
#include "join/measures/catalog.h"
#include "join/measures/containment.h"
#include "join/measures/cosine.h"
#include "join/measures/dice.h"
#include "join/measures/shared_count.h"
#include "join/measures/threshold.h"
#include "join/sets/overlap.h"
#include "join/sets/testing_sets.h"
#include "textkin/feature_source.h"

namespace textkin::join {
namespace {

// From .5 on as asked of joins; some below, where prefixes are long.
const double kShares[] = {.5, .6, 2.0 / 3, .7, .75, .8, .9, .95, 1, .1, 1.0 / 3};
const double kCounts[] = {1, 2, 3, 5, 8, 10, 13, 21, 40, 100, 7};

Threshold threshold_of(const Measure& measure, std::size_t number) {
  const std::size_t i = number % std::size(kShares);
  return {measure.kind == Measure::Kind::kCount ? kCounts[i] : kShares[i], measure};
}

double defined(const Measure& measure, const std::vector<std::uint8_t>& side, const VerifiedPair& pair) {
  const double forth = measure.similarity(pair.shared, pair.size_a, pair.size_b);
  const double back = measure.similarity(pair.shared, pair.size_b, pair.size_a);
  if (side.empty()) return std::max(forth, back);
  return side[pair.a] == 0 ? forth : back;
}

std::vector<VerifiedPair> definition(const Sets& sets, const Threshold& threshold,
                                     const std::vector<std::uint8_t>& skip, const std::vector<std::uint8_t>& side) {
  std::vector<VerifiedPair> pairs;
  for (DocId a = 0; a < sets.size(); ++a) {
    for (DocId b = a + 1; b < sets.size(); ++b) {
      if (!skip.empty() && (skip[a] || skip[b])) continue;
      if (!side.empty() && side[a] == side[b]) continue;
      std::vector<Feature> shared;
      std::ranges::set_intersection(sets[a], sets[b], std::back_inserter(shared));
      const VerifiedPair pair{.a = a,
                              .b = b,
                              .shared = static_cast<std::uint32_t>(shared.size()),
                              .size_a = static_cast<std::uint32_t>(sets[a].size()),
                              .size_b = static_cast<std::uint32_t>(sets[b].size())};
      if (!shared.empty() && defined(*threshold.measure, side, pair) >= threshold.value) pairs.push_back(pair);
    }
  }
  return pairs;
}

void check(const Sets& sets, const Threshold& threshold, const std::vector<std::uint8_t>& skip,
           const std::vector<std::uint8_t>& side) {
  const std::vector<VerifiedPair> expected = definition(sets, threshold, skip, side);
  const Frequencies frequencies = Frequencies::count(views(sets), 1);
  for (const unsigned threads : {1u, 3u}) {
    VerifyCounts counts;
    const auto found = prefix_join(views(sets), threshold, frequencies, skip, side, threads, counts);
    ASSERT_TRUE(found.ok()) << found.status().message();
    ASSERT_TRUE(*found == expected) << found->size() << " for " << expected.size();
    ASSERT_GE(counts.verified, expected.size());
  }
  if (skip.empty()) {
    ASSERT_TRUE(all_pairs(views(sets), threshold, side) == expected);
  }
}

TEST(Measures, JoinEqualsTheDefinitionOnRandomSets) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Sets sets = alike_sets(seed, seed % 130, 1 + seed % 50, 1 + seed % 40);
    const auto skip = seed % 3 == 0 ? random_flags(seed, sets.size(), 4) : std::vector<std::uint8_t>{};
    const auto side = seed % 2 == 0 ? random_flags(seed + 1, sets.size(), 2) : std::vector<std::uint8_t>{};
    for (const Measure* measure : measures()) {
      const Threshold threshold = threshold_of(*measure, seed / 2);
      ASSERT_NO_FATAL_FAILURE(check(sets, threshold, skip, side))
          << seed << " at " << threshold.value << " of " << measure->name;
    }
  }
}

// Pairs exactly at a threshold that is written in decimals, where a prefix or a size that is rounded wrongly by one
// loses them. All sizes up to `kMost` at which the demand is a whole number; features of a pair are its own, and once
// more with one set that holds them all, so that shared features are not the frequent ones.
TEST(Measures, LoseNoPairExactlyAtTheThreshold) {
  constexpr std::uint64_t kMost = 40;
  for (const Measure* measure : {&kDice, &kCosine, &kContainment}) {
    for (int percent = 50; percent <= 100; percent += 10) {
      const Threshold threshold(percent / 100.0, *measure);
      Sets sets;
      std::size_t exactly = 0;
      for (std::uint64_t x = 1; x <= kMost; ++x) {
        for (std::uint64_t y = 1; y <= x; ++y) {
          for (std::uint64_t o = 1; o <= y; ++o) {
            const bool integral = measure == &kDice     ? 200 * o == percent * (x + y)
                                  : measure == &kCosine ? 10000 * o * o == percent * percent * x * y
                                                        : 100 * o == percent * y;
            if (!integral) continue;
            const std::uint64_t base = 1000 * (sets.size() + 1);
            sets.push_back(range_set(base, base + x));
            sets.push_back(range_set(base + x - o, base + x - o + y));
            ++exactly;
            if (measure == &kContainment) y += 3;  // fewer of the many
            break;
          }
        }
      }
      ASSERT_GE(exactly, 4u);
      ASSERT_GE(definition(sets, threshold, {}, {}).size(), exactly);
      ASSERT_NO_FATAL_FAILURE(check(sets, threshold, {}, {})) << percent << " of " << measure->name;
      std::vector<std::uint8_t> side(sets.size());
      for (std::size_t i = 1; i < side.size(); i += 2) side[i] = 1;
      ASSERT_NO_FATAL_FAILURE(check(sets, threshold, {}, side)) << percent << " of " << measure->name;
      std::vector<Feature> common;
      for (const auto& set : sets) common.insert(common.end(), set.begin(), set.end());
      sets.push_back(ascending(common));
      ASSERT_NO_FATAL_FAILURE(check(sets, threshold, {}, {})) << percent << " of " << measure->name;
    }
  }
}

TEST(Measures, HandleTheSmallest) {
  for (const Measure* measure : measures()) {
    for (std::size_t i = 0; i < std::size(kShares); ++i) {
      const Threshold threshold = threshold_of(*measure, i);
      check({}, threshold, {}, {});
      check({{}}, threshold, {}, {});
      check({{}, {}, {4}}, threshold, {}, {});
      check({{5}, {5}}, threshold, {}, {});
      check({{0}, {~Feature{0}}, {0, ~Feature{0}}, {0}}, threshold, {}, {});
      check({{0}, {~Feature{0}}, {0, ~Feature{0}}, {0}}, threshold, {}, {1, 0, 0, 1});
    }
  }
}

TEST(Measures, OneInTheOtherIsContainedThatWayRound) {
  const Sets sets = {range_set(0, 100), range_set(10, 20)};
  const Threshold all(1, kContainment);
  EXPECT_EQ(all_pairs(views(sets), all, {}).size(), 1u);
  EXPECT_EQ(all_pairs(views(sets), all, std::vector<std::uint8_t>{0, 1}).size(), 0u);
  EXPECT_EQ(all_pairs(views(sets), all, std::vector<std::uint8_t>{1, 0}).size(), 1u);
  EXPECT_EQ(all_pairs(views(sets), {.1, kContainment}, std::vector<std::uint8_t>{0, 1}).size(), 1u);
}

TEST(Measures, NeighbourSearchEqualsTheDefinition) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const Sets sets = alike_sets(seed, 20 + seed % 90, 1 + seed % 40, 1 + seed % 30);
    const auto documents = static_cast<DocId>(sets.size());
    for (const Measure* measure : measures()) {
      const Threshold threshold = threshold_of(*measure, seed / 2);
      for (const bool directed : {false, true}) {
        // Directed: the first half is asked for among the rest.
        const DocId half = documents / 2;
        std::vector<DocId> asked;
        for (DocId doc = 0; doc < (directed ? half : documents); doc += 3) asked.push_back(doc);
        std::vector<std::uint8_t> side;
        if (directed)
          for (DocId doc = 0; doc < documents; ++doc) side.push_back(doc >= half);
        std::vector<std::pair<std::size_t, DocId>> expected;
        for (const VerifiedPair& pair : definition(sets, threshold, {}, side)) {
          for (std::size_t i = 0; i < asked.size(); ++i) {
            if (pair.a == asked[i]) expected.emplace_back(i, pair.b);
            if (pair.b == asked[i]) expected.emplace_back(i, pair.a);
          }
        }
        std::ranges::sort(expected);
        FeatureSources sources = set_sources(sets, 1);
        std::vector<std::pair<std::size_t, DocId>> found;
        const Status status = find_neighbours(
            asked, directed ? half : 0, documents,
            {.threshold = threshold, .memory_bytes = seed % 2 == 0 ? 100u : 1u << 20, .directed = directed}, sources,
            [&](std::size_t i, DocId doc, unsigned) { found.emplace_back(i, doc); });
        ASSERT_TRUE(status.ok()) << status.message();
        std::ranges::sort(found);
        ASSERT_TRUE(found == expected) << seed << " at " << threshold.value << " of " << measure->name;
      }
    }
  }
}

TEST(Measures, RefuseAThresholdThatCannotBe) {
  VerifyCounts counts;
  const Frequencies frequencies = Frequencies::count({}, 1);
  const auto refused = [&](const Threshold& threshold) {
    return prefix_join({}, threshold, frequencies, {}, {}, 1, counts).status().code() == Code::kInvalidArgument;
  };
  for (const Measure* measure : {&kDice, &kCosine, &kContainment})
    for (const double t : {0.0, -.5, 1.01, std::nan("")}) EXPECT_TRUE(refused({t, *measure})) << t;
  for (const double t : {0.0, -1.0, .5, 2.5, 1e300, std::nan("")}) EXPECT_TRUE(refused({t, kSharedCount})) << t;
  EXPECT_FALSE(refused({3, kSharedCount}));
}

}  // namespace
}  // namespace textkin::join
