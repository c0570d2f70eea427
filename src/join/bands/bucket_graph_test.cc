#include "join/bands/bucket_graph.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <numeric>
#include <random>
#include <set>

#include "base/memory_records.h"
#include "join/bands/testing_graphs.h"
#include "join/sets/testing_sets.h"

namespace textkin::join {
namespace {

// Records of which one partition cannot be read.
class BrokenRecords : public base::MemoryRecords {
 public:
  Status take(std::size_t partition, std::vector<base::KeyValue>& out) override {
    if (partition == 200) return Status(Code::kIo, "scratch/records: the bytes have changed");
    return base::MemoryRecords::take(partition, out);
  }
};

TEST(BucketGraph, PassesOnWhyRecordsCouldNotBeTaken) {
  for (const unsigned threads : {1u, 3u}) {
    BrokenRecords records;
    records.append(Records{{1, 5}, {2, 5}});
    const auto groups = BucketGroups::collect(records, {}, {}, 3, {.threads = threads, .memory = 1000, .scratch = ""});
    ASSERT_FALSE(groups.ok());
    EXPECT_EQ(groups.status().code(), Code::kIo);
    EXPECT_EQ(groups.status().message(), "scratch/records: the bytes have changed");
  }
}

TEST(BucketGraph, OfNothingIsEmpty) {
  const BucketGraph graph = graph_of({});
  EXPECT_EQ(graph.components(), 0u);
  EXPECT_EQ(graph.buckets(), 0u);
}

TEST(BucketGraph, LeavesOutDocumentsThatAreAlone) {
  // Document 5 meets itself only; 1 and 2 are alone.
  const BucketGraph graph = graph_of({{5, 7}, {5, 7}, {1, 8}, {2, 9}});
  EXPECT_EQ(graph.components(), 0u);
  EXPECT_TRUE(graph.members.empty());
}

TEST(BucketGraph, KeepsEqualBucketsOnceAndJoinsByDocuments) {
  // {3, 1} twice, {1, 4}, {0, 2} under the extreme keys.
  const BucketGraph graph = graph_of(
      {{3, 10}, {1, 10}, {1, 1ull << 60}, {3, 1ull << 60}, {1, 11}, {4, 11}, {2, 0}, {0, 0}, {2, ~0ull}, {0, ~0ull}});
  EXPECT_EQ(graph.members, (std::vector<DocId>{0, 2, 1, 3, 4}));
  EXPECT_EQ(graph.component_begin, (std::vector<std::uint64_t>{0, 2, 5}));
  EXPECT_EQ(graph.bucket_begin, (std::vector<std::uint64_t>{0, 2, 4, 6}));
  EXPECT_EQ(graph.bucket_members, (std::vector<std::uint32_t>{0, 1, 2, 3, 2, 4}));
  EXPECT_EQ(graph.membership, (std::vector<std::uint32_t>{0, 0, 1, 2, 1, 2}));
}

TEST(BucketGraph, FollowsTheKeepOrderAndTheSkips) {
  KeepOrder order{.rank = {3, 2, 1, 0}};
  const BucketGraph graph = graph_of({{0, 1}, {1, 1}, {2, 1}, {3, 1}}, order, {0, 0, 1, 0});
  EXPECT_EQ(graph.members, (std::vector<DocId>{3, 1, 0}));
  EXPECT_EQ(graph_of({{0, 1}, {1, 1}}, {}, {0, 1}).components(), 0u);
}

// The same from the definition, with maps and sets of documents.
struct Reference {
  std::set<std::vector<std::uint32_t>> buckets;      // ranks, ascending
  std::map<std::uint32_t, std::uint32_t> component;  // rank -> best rank of its component

  Reference(const Records& records, const KeepOrder& order, const std::vector<std::uint8_t>& skip) {
    std::map<std::uint64_t, std::set<std::uint32_t>> by_key;
    for (const auto& [doc, key] : records) {
      if (skip.empty() || !skip[doc]) by_key[key].insert(order.of(static_cast<DocId>(doc)));
    }
    for (const auto& [key, ranks] : by_key) {
      if (ranks.size() >= 2) buckets.insert({ranks.begin(), ranks.end()});
    }
    for (const auto& bucket : buckets) {
      for (const std::uint32_t rank : bucket) component[rank] = rank;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& bucket : buckets) {
        std::uint32_t best = ~0u;
        for (const std::uint32_t rank : bucket) best = std::min(best, component[rank]);
        for (const std::uint32_t rank : bucket) changed |= std::exchange(component[rank], best) != best;
      }
    }
  }
};

void expect_reference(const BucketGraph& graph, const Reference& reference, const KeepOrder& order) {
  // Members: by component, each ascending by rank; components by their first.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> expected;
  for (const auto& [rank, best] : reference.component) expected.emplace_back(best, rank);
  std::ranges::sort(expected);
  ASSERT_EQ(graph.members.size(), expected.size());
  std::vector<std::uint64_t> begins{0};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(order.of(graph.members[i]), expected[i].second);
    if (i > 0 && expected[i].first != expected[i - 1].first) begins.push_back(i);
  }
  if (!expected.empty()) begins.push_back(expected.size());
  ASSERT_EQ(graph.component_begin, begins);

  std::set<std::vector<std::uint32_t>> buckets;
  std::uint32_t first = 0;
  std::vector<std::vector<std::uint32_t>> memberships(graph.members.size());
  for (std::uint32_t bucket = 0; bucket < graph.buckets(); ++bucket) {
    std::vector<std::uint32_t> ranks;
    for (const std::uint32_t place : graph.members_of(bucket)) {
      ranks.push_back(order.of(graph.members[place]));
      memberships[place].push_back(bucket);
    }
    ASSERT_TRUE(std::ranges::is_sorted(graph.members_of(bucket)));
    ASSERT_GE(graph.members_of(bucket).front(), first) << "buckets are ordered by first member";
    first = graph.members_of(bucket).front();
    ASSERT_TRUE(buckets.insert(ranks).second) << "a bucket is kept once";
  }
  ASSERT_EQ(buckets, reference.buckets);
  for (std::uint32_t place = 0; place < graph.members.size(); ++place) {
    const auto own = graph.buckets_of(place);
    ASSERT_EQ(std::vector<std::uint32_t>(own.begin(), own.end()), memberships[place]);
  }
}

TEST(BucketGraph, EqualsTheReferenceOnRandomRecords) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::mt19937_64 random(seed);
    const std::size_t documents = 1 + random() % 60;
    const std::size_t keys = 1 + random() % 80;
    Records records;
    for (std::size_t i = random() % 200; i > 0; --i) {
      records.push_back({.value = random() % documents, .key = hash::mix64(random() % keys)});
    }
    const KeepOrder order = seed % 3 == 0 ? KeepOrder{} : random_order(seed, documents);
    std::vector<std::uint8_t> skip;
    if (seed % 2 == 0) {
      for (std::size_t i = 0; i < documents; ++i) skip.push_back(random() % 5 == 0);
    }
    const BucketGraph graph = graph_of(records, order, skip);
    ASSERT_NO_FATAL_FAILURE(expect_reference(graph, Reference(records, order, skip), order)) << seed;
    std::ranges::shuffle(records, random);
    const BucketGraph other = graph_of(records, order, skip, 1 + seed % 4);
    ASSERT_EQ(other.members, graph.members);
    ASSERT_EQ(other.component_begin, graph.component_begin);
    ASSERT_EQ(other.membership, graph.membership);
    ASSERT_EQ(other.bucket_begin, graph.bucket_begin);
    ASSERT_EQ(other.bucket_members, graph.bucket_members);
  }
}

}  // namespace
}  // namespace textkin::join
