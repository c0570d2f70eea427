#include "join/exact/neighbour_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "join/exact/all_pairs.h"
#include "join/exact/sample_index.h"
#include "join/sets/testing_sets.h"

namespace textkin::join {
namespace {

using Pairs = std::vector<std::pair<std::size_t, DocId>>;  // (place in asked, neighbour)

std::vector<DocId> some_documents(std::uint64_t seed, std::size_t documents, unsigned one_in) {
  std::mt19937_64 random(seed);
  std::vector<DocId> asked;
  for (DocId doc = 0; doc < documents; ++doc)
    if (random() % one_in == 0) asked.push_back(doc);
  return asked;
}

Pairs brute_force(const Sets& sets, const std::vector<DocId>& asked, DocId first, DocId end, double threshold) {
  Pairs expected;
  const std::vector<VerifiedPair> all = all_pairs(views(sets), threshold, {});
  for (std::size_t i = 0; i < asked.size(); ++i) {
    for (const VerifiedPair& pair : all) {
      if (pair.a != asked[i] && pair.b != asked[i]) continue;
      const DocId other = pair.a == asked[i] ? pair.b : pair.a;
      if (other >= first && other < end) expected.emplace_back(i, other);
    }
  }
  std::ranges::sort(expected);
  return expected;
}

Pairs search(const Sets& sets, const std::vector<DocId>& asked, DocId first, DocId end, NeighbourOptions options,
             unsigned threads) {
  FeatureSources sources = set_sources(sets, threads);
  std::vector<Pairs> found(threads);
  const Status status =
      find_neighbours(asked, first, end, options, sources,
                      [&](std::size_t i, DocId doc, unsigned worker) { found[worker].emplace_back(i, doc); });
  EXPECT_TRUE(status.ok()) << status.message();
  Pairs all;
  for (const Pairs& share : found) all.insert(all.end(), share.begin(), share.end());
  std::ranges::sort(all);
  return all;
}

TEST(NeighbourSearch, EqualsBruteForceForAnyThreadsAndMemory) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Sets sets = alike_sets(seed, seed % 170, 1 + seed % 50, 1 + seed % 40);
    const auto documents = static_cast<DocId>(sets.size());
    const double threshold = kThresholds[seed % std::size(kThresholds)];
    const std::vector<DocId> asked = some_documents(seed, documents, static_cast<unsigned>(1 + seed % 5));
    const DocId first = seed % 3 == 0 ? documents / 3 : 0;
    const DocId end = seed % 7 == 0 ? documents - documents / 4 : documents;
    const Pairs expected = brute_force(sets, asked, first, end, threshold);
    for (const unsigned threads : {1u, 3u})
      for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{20000}, std::uint64_t{1} << 30})
        ASSERT_EQ(search(sets, asked, first, end, {threshold, memory}, threads), expected)
            << seed << " at " << threshold << ", " << threads << " threads, " << memory << " bytes";
  }
}

// Sets that share every common feature, and so are all candidates of each other unless rare features come first.
TEST(NeighbourSearch, FindsPairsBehindABoilerplate) {
  Sets sets;
  for (std::uint64_t i = 0; i < 60; ++i) {
    std::vector<Feature> set = range_set(0, 40);
    const std::uint64_t own = 1000 + 100 * (i / 2);
    for (std::uint64_t n = 0; n < 20; ++n) set.push_back(feature(own + n + (n == 0 ? 30 * (i % 2) : 0)));
    sets.push_back(ascending(std::move(set)));
  }
  const std::vector<DocId> asked = some_documents(5, sets.size(), 3);
  const Pairs found = search(sets, asked, 0, 60, {.9, 1 << 20}, 2);
  EXPECT_EQ(found, brute_force(sets, asked, 0, 60, .9));
  EXPECT_EQ(found.size(), asked.size());
}

TEST(NeighbourSearch, TakesPairsExactlyAtTheThreshold) {
  for (int tenths = 1; tenths <= 10; ++tenths) {
    Sets sets;
    for (std::uint64_t united = 10; united <= 60; united += 10) {
      const std::uint64_t shared = united * static_cast<std::uint64_t>(tenths) / 10;
      for (std::uint64_t left = shared; left <= united; left += 1 + united / 7) {
        const std::uint64_t base = 1000 * sets.size();
        sets.push_back(range_set(base, base + left));
        sets.push_back(range_set(base + left - shared, base + united));
      }
    }
    std::vector<DocId> asked;
    for (DocId doc = 0; doc < sets.size(); ++doc) asked.push_back(doc);
    const auto end = static_cast<DocId>(sets.size());
    const Pairs found = search(sets, asked, 0, end, {tenths / 10.0, 1 << 20}, 1);
    ASSERT_EQ(found, brute_force(sets, asked, 0, end, tenths / 10.0));
    ASSERT_EQ(found.size(), sets.size()) << tenths;
  }
}

TEST(NeighbourSearch, ReadsEachDocumentOnceAPortion) {
  const Sets sets(100, range_set(0, 100));
  std::vector<DocId> asked;
  for (DocId doc = 0; doc < 40; ++doc) asked.push_back(doc);
  const auto reads = [&](std::uint64_t memory) {
    FeatureSources sources = set_sources(sets, 2);
    EXPECT_TRUE(find_neighbours(asked, 0, 100, {.8, memory}, sources, [](std::size_t, DocId, unsigned) {}).ok());
    return reads_of(sources);
  };
  EXPECT_EQ(reads(1 << 30), 140u);
  EXPECT_EQ(reads(0), 340u) << "sixteen sets are loaded at a time by two threads";
}

TEST(NeighbourSearch, SaysWhatIsWrong) {
  const Sets sets(10, range_set(0, 10));
  const std::vector<DocId> asked = {1};
  const auto ignore = [](std::size_t, DocId, unsigned) {};
  FeatureSources none;
  EXPECT_EQ(find_neighbours(asked, 0, 10, {}, none, ignore).code(), Code::kInvalidArgument);
  FeatureSources sources = set_sources(sets, 1);
  for (const double threshold : {0.0, -1.0, 1.5, std::nan("")})
    EXPECT_EQ(find_neighbours(asked, 0, 10, {.threshold = threshold}, sources, ignore).code(), Code::kInvalidArgument);
  for (const DocId broken : {1u, 7u}) {
    FeatureSources failing = set_sources(sets, 2, broken);
    const Status status = find_neighbours(asked, 0, 10, {}, failing, ignore);
    EXPECT_EQ(status.message(), "document " + std::to_string(broken) + " cannot be read again");
  }
}

TEST(NeighbourSearch, AsksForNothingAmongNothing) {
  EXPECT_EQ(search({}, {}, 0, 0, {}, 2), Pairs{});
  const Sets sets = {range_set(0, 5), {}, {}, range_set(0, 5)};
  EXPECT_EQ(search(sets, {}, 0, 4, {}, 2), Pairs{});
  EXPECT_EQ(search(sets, {1, 2}, 0, 4, {}, 2), Pairs{}) << "empty sets are like nothing";
  EXPECT_EQ(search(sets, {0, 3}, 0, 4, {}, 2), (Pairs{{0, 3}, {1, 0}}));
  EXPECT_EQ(search(sets, {0}, 0, 3, {}, 2), Pairs{});
}

TEST(SampleIndex, FindsTheLeastAndTheGreatestFeature) {
  const std::vector<Feature> set = {0, 1, ~Feature{0}};
  const auto index = SampleIndex::make({set, set}, .6);
  ASSERT_TRUE(index.ok());
  SampleIndex::Asker asker(*index);
  std::vector<std::uint32_t> similar;
  const std::vector<Feature> asks = {0, ~Feature{0}};
  index->similar(asks, asker, similar);
  EXPECT_EQ(similar.size(), 2u);
  index->similar(FeatureView(asks).first(1), asker, similar);
  EXPECT_TRUE(similar.empty());
}

}  // namespace
}  // namespace textkin::join
