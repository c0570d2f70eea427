#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <set>

#include "base/scratch_directory.h"
#include "join/bands/bucket_groups.h"
#include "join/bands/testing_graphs.h"
#include "join/sets/overlap.h"
#include "join/sets/pair_list.h"
#include "join/sets/set_sizes.h"
#include "join/sets/testing_sets.h"
#include "join/sets/verify_counts.h"
#include "join/verify/verify_all.h"
#include "join/verify/verify_leaders.h"
#include "textkin/feature_source.h"

namespace textkin::join {
namespace {

// Documents that share a bucket, as pairs of documents; what the graph is made from.
struct Case {
  Sets sets;
  KeepOrder order;
  BucketGraph graph;
  std::vector<std::vector<DocId>> neighbours;  // by document
};

// `stays_from`: documents that come first in keep order.
Case make_case(std::uint64_t seed, std::size_t documents, std::size_t keys, std::size_t records, std::size_t largest,
               DocId stays_from = kNoDoc) {
  std::mt19937_64 random(seed);
  Case c;
  c.sets = alike_sets(seed, documents, largest, 6);
  if (seed % 3 != 0) c.order = random_order(seed, documents);
  if (stays_from != kNoDoc) {
    for (DocId doc = 0; doc < documents; ++doc)
      if (seed % 3 == 0) c.order.rank.push_back(doc);
    for (DocId doc = 0; doc < stays_from; ++doc) c.order.rank[doc] += static_cast<std::uint32_t>(documents);
    std::vector<std::uint32_t> sorted = c.order.rank;
    std::ranges::sort(sorted);
    for (std::uint32_t& rank : c.order.rank)
      rank = static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, rank) - sorted.begin());
  }
  std::vector<std::set<DocId>> buckets(keys);
  Records table;
  for (std::size_t i = 0; i < records; ++i) {
    // Keys are used unevenly: small and giant buckets.
    const std::uint64_t key = std::min(random() % keys, random() % keys);
    const DocId doc = static_cast<DocId>(random() % documents);
    buckets[key].insert(doc);
    table.push_back({.value = doc, .key = hash::mix64(key)});
  }
  c.graph = graph_of(table, c.order);
  std::vector<std::set<DocId>> neighbours(documents);
  for (const auto& bucket : buckets) {
    for (const DocId a : bucket) neighbours[a].insert(bucket.begin(), bucket.end());
  }
  for (DocId doc = 0; doc < documents; ++doc) {
    neighbours[doc].erase(doc);
    c.neighbours.emplace_back(neighbours[doc].begin(), neighbours[doc].end());
    std::ranges::sort(c.neighbours.back(), [&](DocId a, DocId b) { return c.order.of(a) < c.order.of(b); });
  }
  return c;
}

VerifiedPair pair_of(const Sets& sets, DocId a, DocId b) {
  return {.a = a,
          .b = b,
          .shared = static_cast<std::uint32_t>(overlap(sets[a], sets[b])),
          .size_a = static_cast<std::uint32_t>(sets[a].size()),
          .size_b = static_cast<std::uint32_t>(sets[b].size())};
}

struct Expected {
  std::vector<VerifiedPair> pairs;
  VerifyCounts counts;
};

void look(Expected& expected, const Sets& sets, DocId a, DocId b, double threshold) {
  ++expected.counts.candidates;
  expected.counts.verified +=
      required_overlap(sets[a].size(), sets[b].size(), threshold) <= std::min(sets[a].size(), sets[b].size());
}

// The keep rule, one document after the other; those from `stays_from` on are asked nothing.
Expected leaders_reference(const Case& c, double threshold, DocId stays_from = kNoDoc) {
  Expected expected;
  std::vector<DocId> docs(c.sets.size());
  for (DocId doc = 0; doc < docs.size(); ++doc) docs[c.order.of(doc)] = doc;
  std::vector<bool> kept(docs.size());
  for (const DocId doc : docs) {
    kept[doc] = true;
    for (const DocId other : c.neighbours[doc]) {
      if (doc >= stays_from || !kept[doc] || !kept[other] || c.order.of(other) >= c.order.of(doc)) continue;
      look(expected, c.sets, doc, other, threshold);
      const VerifiedPair pair = pair_of(c.sets, doc, other);
      if (pair.jaccard() < threshold) continue;
      kept[doc] = false;
      expected.pairs.push_back(pair);
    }
  }
  std::ranges::sort(expected.pairs, {}, &VerifiedPair::a);
  return expected;
}

Expected all_reference(const Case& c, double threshold, const std::function<bool(DocId, DocId)>& wanted) {
  Expected expected;
  for (DocId a = 0; a < c.sets.size(); ++a) {
    for (DocId b = a + 1; b < c.sets.size(); ++b) {
      if (std::ranges::count(c.neighbours[a], b) == 0 || (wanted && !wanted(a, b))) continue;
      look(expected, c.sets, a, b, threshold);
      const VerifiedPair pair = pair_of(c.sets, a, b);
      if (pair.jaccard() >= threshold) expected.pairs.push_back(pair);
    }
  }
  return expected;
}

void expect_equal(const Result<std::vector<VerifiedPair>>& found, const VerifyCounts& counts,
                  const Expected& expected) {
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->size(), expected.pairs.size());
  ASSERT_TRUE(*found == expected.pairs);
  ASSERT_EQ(counts.candidates, expected.counts.candidates);
  ASSERT_EQ(counts.verified, expected.counts.verified);
}

const double kUsualThresholds[] = {.8, .5, 1, .3};
// All sets at hand; a good part of them; a few or one.
using Caches = std::vector<std::uint64_t>;
const Caches kCaches = {1ull << 30, 4000, 0};
const Caches kLargeCaches = {1ull << 30, 30000, 4000};

// Of large components only what may be similar by its rare features is looked at: the same whatever the threads.
void expect_fewer(const Result<std::vector<VerifiedPair>>& found, const VerifyCounts& counts, const Expected& expected,
                  std::optional<VerifyCounts>& seen) {
  ASSERT_TRUE(found.ok());
  ASSERT_TRUE(*found == expected.pairs);
  ASSERT_LE(counts.candidates, expected.counts.candidates);
  ASSERT_LE(counts.verified, expected.counts.verified);
  if (seen) {
    ASSERT_EQ(counts.candidates, seen->candidates);
    ASSERT_EQ(counts.verified, seen->verified);
  }
  seen = counts;
}

void check_leaders(const Case& c, double threshold, const Caches& caches = kCaches, DocId stays_from = kNoDoc) {
  const bool is_large = &caches == &kLargeCaches;
  const Expected expected = leaders_reference(c, threshold, stays_from);
  std::vector<std::optional<VerifyCounts>> seen(caches.size());
  for (unsigned threads = 1; threads <= 4; ++threads) {
    for (const std::uint64_t& cache : caches) {
      // Every other time texts must be read again, and are read ahead.
      FeatureSources sources = set_sources(c.sets, threads, kNoDoc, threads % 2 == 0);
      VerifyCounts counts;
      const auto found = verify_leaders(c.graph, {threshold, cache, stays_from}, sources, counts);
      if (is_large) {
        ASSERT_NO_FATAL_FAILURE(expect_fewer(found, counts, expected, seen[&cache - caches.data()]))
            << threads << " threads, cache " << cache;
      } else {
        ASSERT_NO_FATAL_FAILURE(expect_equal(found, counts, expected)) << threads << " threads, cache " << cache;
      }
      if (cache == caches[0]) {
        ASSERT_LE(reads_of(sources), c.graph.members.size());
      }
    }
  }
}

void check_all(const Case& c, double threshold, const std::function<bool(DocId, DocId)>& wanted,
               const Caches& caches = kCaches) {
  const bool is_large = &caches == &kLargeCaches;
  const Expected expected = all_reference(c, threshold, wanted);
  std::vector<std::optional<VerifyCounts>> seen(caches.size());
  for (unsigned threads = 1; threads <= 4; ++threads) {
    for (const std::uint64_t& cache : caches) {
      FeatureSources sources = set_sources(c.sets, threads);
      VerifyCounts counts;
      const auto found = verify_all(c.graph, {threshold, cache}, wanted, sources, counts);
      if (is_large) {
        ASSERT_NO_FATAL_FAILURE(expect_fewer(found, counts, expected, seen[&cache - caches.data()]))
            << threads << " threads, cache " << cache;
      } else {
        ASSERT_NO_FATAL_FAILURE(expect_equal(found, counts, expected)) << threads << " threads, cache " << cache;
      }
      if (cache == caches[0]) {
        ASSERT_LE(reads_of(sources), c.graph.members.size());
      }
    }
  }
}

TEST(VerifyLeaders, IsTheKeepRuleOnSmallComponents) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Case c = make_case(seed, 120, 60, 50 + seed * 5, 30);
    ASSERT_NO_FATAL_FAILURE(check_leaders(c, kUsualThresholds[seed % 4])) << seed;
  }
}

TEST(VerifyLeaders, IsTheKeepRuleOnLargeComponents) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Case c = make_case(seed, 1600, 40 + 100 * (seed % 2), 5000, 12);
    ASSERT_GT(c.graph.component_begin[1], 1024u) << "large enough to be worked on by all threads";
    ASSERT_NO_FATAL_FAILURE(check_leaders(c, kUsualThresholds[seed % 4], kLargeCaches)) << seed;
  }
}

TEST(VerifyAll, FindsAllPairsOfSmallComponents) {
  const auto odd = [](DocId a, DocId b) { return (a + b) % 2 == 1; };
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Case c = make_case(seed, 120, 60, 50 + seed * 5, 30);
    ASSERT_NO_FATAL_FAILURE(check_all(c, kUsualThresholds[seed % 4], {})) << seed;
    ASSERT_NO_FATAL_FAILURE(check_all(c, kUsualThresholds[seed % 4], odd)) << seed;
  }
}

TEST(VerifyAll, FindsAllPairsOfLargeComponents) {
  const Case c = make_case(1, 1500, 60, 3500, 12);
  ASSERT_GT(c.graph.component_begin[1], 1024u);
  ASSERT_NO_FATAL_FAILURE(check_all(c, .5, {}, kLargeCaches));
  const auto across = [](DocId a, DocId b) { return a < 700 && b >= 700; };
  ASSERT_NO_FATAL_FAILURE(check_all(c, .8, across, kLargeCaches));
}

TEST(VerifyAll, LeavesDocumentsWithoutAWantedPairUnread) {
  const Case c = make_case(5, 200, 10, 600, 20);
  FeatureSources sources = set_sources(c.sets, 2);
  VerifyCounts counts;
  const auto found = verify_all(c.graph, {}, [](DocId, DocId) { return false; }, sources, counts);
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found->empty());
  EXPECT_EQ(reads_of(sources), 0u);
  EXPECT_EQ(counts.candidates, 0u);
}

// Each shares 40 features with all others, and has one of its own.
Case one_bucket_of_alike_documents(DocId count) {
  Case c;
  Records table;
  for (DocId doc = 0; doc < count; ++doc) {
    c.sets.push_back(range_set(0, 40));
    c.sets.back().push_back(~Feature{0} - doc);
    table.push_back({.value = doc, .key = 9});
  }
  c.graph = graph_of(table, {}, {}, 2);
  return c;
}

// Documents that are all alike have more pairs than should be held.
TEST(VerifyAll, GivesAwayThePairsOfAComponentInPieces) {
  constexpr DocId kCount = 1100;
  const Case c = one_bucket_of_alike_documents(kCount);
  for (const unsigned threads : {1u, 4u}) {
    FeatureSources sources = set_sources(c.sets, threads);
    VerifyCounts counts;
    const auto whole = verify_all(c.graph, {.threshold = .9}, {}, sources, counts);
    ASSERT_TRUE(whole.ok());
    ASSERT_EQ(whole->size(), kCount * (kCount - 1) / 2);
    std::vector<VerifiedPair> all;
    std::size_t largest = 0;
    VerifyCounts again;
    const auto take = [&](std::vector<VerifiedPair> piece) {
      largest = std::max(largest, piece.size());
      all.insert(all.end(), piece.begin(), piece.end());
      return Status();
    };
    ASSERT_TRUE(verify_all(c.graph, {.threshold = .9}, {}, sources, again, take).ok());
    EXPECT_LT(largest, (1u << 16) + kCount);
    std::ranges::sort(all, {}, [](const VerifiedPair& pair) { return std::pair(pair.a, pair.b); });
    EXPECT_TRUE(all == *whole);
    EXPECT_EQ(again.verified, counts.verified);
    const auto full = [](const std::vector<VerifiedPair>&) { return Status(Code::kIo, "the disk is full"); };
    EXPECT_EQ(verify_all(c.graph, {.threshold = .9}, {}, sources, again, full).code(), Code::kIo);
  }
}

TEST(VerifyLeaders, WhoStaysAnywayIsAskedNothing) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const DocId old = static_cast<DocId>(seed % 30);
    const Case c = make_case(seed, 60, 20, 200, 30, old);
    ASSERT_NO_FATAL_FAILURE(check_leaders(c, kUsualThresholds[seed % 4], kCaches, old)) << "seed " << seed;
  }
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const Case c = make_case(seed, 3000, 40, 12000, 30, 1000);
    ASSERT_NO_FATAL_FAILURE(check_leaders(c, .5, kLargeCaches, 1000)) << "seed " << seed;
  }
}

// One bucket of documents that are all like the first: a comparison each, whatever the threads.
TEST(VerifyLeaders, CostsOneComparisonADocumentWhereAllAreAlike) {
  constexpr DocId kCount = 5000;
  const Case c = one_bucket_of_alike_documents(kCount);
  for (const unsigned threads : {1u, 2u, 4u}) {
    FeatureSources sources = set_sources(c.sets, threads);
    VerifyCounts counts;
    const auto found = verify_leaders(c.graph, {.threshold = .9}, sources, counts);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->size(), kCount - 1);
    EXPECT_EQ(counts.verified, kCount - 1);
    EXPECT_EQ(reads_of(sources), kCount);
    for (const VerifiedPair& pair : *found) ASSERT_EQ(pair.b, 0u);
  }
}

// One bucket whose documents share two thirds with those of their section, and sections come one after another: what is
// common in the first tells nothing of the others.
TEST(VerifyLeaders, SeesThatOtherFeaturesAreCommonLater) {
  constexpr std::size_t kSections = 3;
  constexpr std::size_t kASection = 2500;
  std::mt19937_64 random(8);
  Case c;
  Records table;
  for (DocId doc = 0; doc < kSections * kASection; ++doc) {
    std::vector<Feature> set;
    for (Feature common = 0; common < 40; ++common) set.push_back(hash::mix64(doc / kASection * 40 + common));
    for (int own = 0; own < 20; ++own) set.push_back(random());
    std::ranges::sort(set);
    c.sets.push_back(std::move(set));
    table.push_back({.value = doc, .key = 1});
  }
  c.graph = graph_of(table, c.order);
  for (const unsigned threads : {1u, 2u}) {
    FeatureSources sources = set_sources(c.sets, threads);
    VerifyCounts counts;
    const auto found = verify_leaders(c.graph, {.threshold = .8}, sources, counts);
    ASSERT_TRUE(found.ok() && found->empty());
    EXPECT_LT(counts.candidates, kSections * kASection * 300);
  }
}

TEST(Verify, PassesOnWhyADocumentCouldNotBeRead) {
  for (const std::size_t documents : {50u, 2000u}) {
    Case c = make_case(3, documents, 3, documents * 3, 20);
    for (auto& set : c.sets) set.push_back(~Feature{0});  // none is empty
    for (const unsigned threads : {1u, 3u}) {
      FeatureSources sources = set_sources(c.sets, threads, c.graph.members[documents / 2]);
      VerifyCounts counts;
      EXPECT_EQ(verify_all(c.graph, {}, {}, sources, counts).status().code(), Code::kIo);
      EXPECT_EQ(verify_leaders(c.graph, {}, sources, counts).status().code(), Code::kIo);
    }
  }
}

TEST(Verify, RefusesWhatCannotBe) {
  const Sets sets;
  FeatureSources sources = set_sources(sets, 1);
  FeatureSources none;
  VerifyCounts counts;
  for (const double threshold : {0.0, -1.0, 1.5, 0.0 / 0.0}) {
    EXPECT_EQ(verify_all({}, {.threshold = threshold}, {}, sources, counts).status().code(), Code::kInvalidArgument);
    EXPECT_EQ(verify_leaders({}, {.threshold = threshold}, sources, counts).status().code(), Code::kInvalidArgument);
  }
  EXPECT_EQ(verify_all({}, {}, {}, none, counts).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(verify_leaders({}, {}, none, counts).status().code(), Code::kInvalidArgument);
  EXPECT_TRUE(verify_all({}, {}, {}, sources, counts)->empty());
  EXPECT_TRUE(verify_leaders({}, {}, sources, counts)->empty());
}

TEST(VerifyAllAndLeaders, FindAndCountInManyGroupsWhatTheyDoInOne) {
  const base::ScratchDirectory scratch;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const std::size_t documents = 400;
    const Sets sets = alike_sets(seed, documents, 20);
    const KeepOrder order = random_order(seed, documents);
    const Records records = clustered_records(seed, documents, 8, 4);
    for (const bool leaders : {true, false}) {
      std::vector<std::vector<VerifiedPair>> found;
      std::vector<VerifyCounts> counts(2);
      for (const std::uint64_t memory : {1ull << 30, 20000ull}) {
        auto groups = collect(records, order, {}, documents, 2, memory, scratch.path());
        ASSERT_TRUE(groups.ok());
        ASSERT_EQ(groups->size() > 1, memory == 20000);
        std::vector<std::vector<VerifiedPair>> shares;
        for (std::size_t group = 0; group < groups->size(); ++group) {
          const BucketGraph graph = std::move(groups->graph(group)).value();
          FeatureSources sources = set_sources(sets, 2);
          VerifyCounts& own = counts[found.size()];
          shares.push_back(std::move(leaders ? verify_leaders(graph, {.threshold = .5}, sources, own)
                                             : verify_all(graph, {.threshold = .5}, {}, sources, own))
                               .value());
        }
        found.push_back(merge_pairs(std::move(shares)));
      }
      EXPECT_GT(found[0].size(), 10u);
      EXPECT_EQ(found[0], found[1]);
      EXPECT_EQ(counts[0].candidates, counts[1].candidates);
      EXPECT_EQ(counts[0].verified, counts[1].verified);
    }
  }
}

}  // namespace
}  // namespace textkin::join
