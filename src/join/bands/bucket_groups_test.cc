#include "join/bands/bucket_groups.h"

#include <gtest/gtest.h>

#include <random>

#include "base/memory_records.h"
#include "base/scratch_directory.h"
#include "join/bands/testing_graphs.h"
#include "join/sets/testing_sets.h"

namespace textkin::join {
namespace {

// The graphs of all groups laid end to end.
BucketGraph concatenation(BucketGroups& groups) {
  BucketGraph all;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const BucketGraph graph = std::move(groups.graph(group)).value();
    EXPECT_GT(graph.components(), 0u);
    const auto place = static_cast<std::uint32_t>(all.members.size());
    const auto bucket = static_cast<std::uint32_t>(all.buckets());
    const std::uint64_t memberships = all.membership.size();
    all.members.insert(all.members.end(), graph.members.begin(), graph.members.end());
    for (std::size_t i = 1; i <= graph.components(); ++i)
      all.component_begin.push_back(place + graph.component_begin[i]);
    for (const std::uint32_t member : graph.bucket_members) all.bucket_members.push_back(place + member);
    for (const std::uint32_t own : graph.membership) all.membership.push_back(bucket + own);
    for (std::size_t i = 1; i <= graph.buckets(); ++i) all.bucket_begin.push_back(memberships + graph.bucket_begin[i]);
    for (std::size_t i = 1; i <= graph.members.size(); ++i) {
      all.membership_begin.push_back(memberships + graph.membership_begin[i]);
    }
  }
  return all;
}

void expect_same(const BucketGraph& graph, const BucketGraph& expected) {
  ASSERT_EQ(graph.members, expected.members);
  ASSERT_EQ(graph.component_begin, expected.component_begin);
  ASSERT_EQ(graph.bucket_begin, expected.bucket_begin);
  ASSERT_EQ(graph.bucket_members, expected.bucket_members);
  ASSERT_EQ(graph.membership_begin, expected.membership_begin);
  ASSERT_EQ(graph.membership, expected.membership);
}

TEST(BucketGroups, AreTheOneGraphWhateverTheMemoryAndTheThreads) {
  const base::ScratchDirectory scratch;
  std::size_t many = 0;
  std::size_t spilled = 0;
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::mt19937_64 random(seed);
    const std::size_t documents = 1 + random() % 600;
    const Records records = clustered_records(seed, documents, 1 + random() % 12, 1 + random() % 9);
    const KeepOrder order = seed % 3 == 0 ? KeepOrder{} : random_order(seed, documents);
    std::vector<std::uint8_t> skip;
    if (seed % 2 == 0) {
      for (std::size_t i = 0; i < documents; ++i) skip.push_back(random() % 5 == 0);
    }
    const BucketGraph expected = graph_of(records, order, skip);
    for (const std::uint64_t memory : {200ull, 1000ull, 5000ull, 20000ull, 100000ull}) {
      std::size_t groups_before = 0;
      for (unsigned threads = 1; threads <= 4; ++threads) {
        auto groups = collect(records, order, skip, documents, threads, memory, scratch.path());
        if (!groups.ok()) {
          ASSERT_EQ(groups.status().code(), Code::kExhausted);
          ++refused;
          continue;
        }
        if (groups_before > 0) {
          ASSERT_EQ(groups->size(), groups_before) << "groups depend on the memory alone";
        }
        groups_before = groups->size();
        ASSERT_NO_FATAL_FAILURE(expect_same(concatenation(*groups), expected)) << seed << " " << memory;
        many += groups->size() > 2;
        spilled += groups->spilled_bytes() > 0;
      }
    }
  }
  EXPECT_GT(many, 100u);
  EXPECT_GT(spilled, 100u);
  EXPECT_GT(refused, 10u);
}

TEST(BucketGroups, SayHowMuchMemoryASingleComponentNeeds) {
  const base::ScratchDirectory scratch;
  Records records;
  for (std::uint64_t doc = 0; doc < 1000; ++doc) records.push_back({.value = doc, .key = 7});
  const auto refused = collect(records, {}, {}, 1000, 2, 50000, scratch.path());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().code(), Code::kExhausted);
  // 1000 members and one bucket of them, in units of 16 bytes.
  const std::uint64_t need = 1000 * 112 + 12032;
  EXPECT_NE(refused.status().message().find(std::to_string(need)), std::string::npos) << refused.status().message();
  EXPECT_FALSE(collect(records, {}, {}, 1000, 2, need - 1, scratch.path()).ok());
  const auto enough = collect(records, {}, {}, 1000, 2, need, scratch.path());
  ASSERT_TRUE(enough.ok());
  EXPECT_EQ(enough->size(), 1u);
  EXPECT_EQ(enough->largest_bucket(), 1000u);
}

TEST(BucketGroups, AreAsSmallAsAskedAndNoComponentIsRefusedForIt) {
  // A component of a thousand, then a thousand pairs.
  Records records;
  for (std::uint64_t doc = 0; doc < 1000; ++doc) records.push_back({.value = doc, .key = 7});
  for (std::uint64_t doc = 1000; doc < 3000; ++doc) records.push_back({.value = doc, .key = 100 + doc / 2});
  const BucketGraph expected = graph_of(records);
  for (const std::uint64_t group : {1ull, 20000ull, 200000ull, 100000000ull}) {
    base::MemoryRecords table;
    table.append(of_bands(records));
    auto groups =
        BucketGroups::collect(table, {}, {}, 3000, {.threads = 2, .memory = 1 << 20, .group = group, .scratch = ""});
    ASSERT_TRUE(groups.ok());
    EXPECT_EQ(groups->spilled_bytes(), 0u);
    // A pair needs 2 * 112 + 48 bytes, the large one 124032.
    EXPECT_EQ(groups->size(), group > 1000000 ? 1u : group > 124032 ? 2u : 4u);
    ASSERT_NO_FATAL_FAILURE(expect_same(concatenation(*groups), expected));
  }
}

// Lists that fit while they are collected, but not beside the graph of one of two groups.
TEST(BucketGroups, LeaveRoomForTheGraph) {
  const base::ScratchDirectory scratch;
  std::mt19937_64 random(3);
  Records records;
  for (std::uint64_t bucket = 0; bucket < 600; ++bucket) {
    const std::uint64_t key = random();
    for (int i = 0; i < 20; ++i) records.push_back({.value = bucket % 2 * 40 + random() % 40, .key = key});
  }
  const BucketGraph expected = graph_of(records);
  auto groups = collect(records, {}, {}, 80, 2, 90000, scratch.path());
  ASSERT_TRUE(groups.ok());
  EXPECT_EQ(groups->size(), 2u);
  EXPECT_GT(groups->spilled_bytes(), 20000u);
  ASSERT_NO_FATAL_FAILURE(expect_same(concatenation(*groups), expected));
}

TEST(BucketGroups, RefuseRecordsOfDocumentsThatDoNotExist) {
  const auto groups = collect({{1, 5}, {3, 5}}, {}, {}, 3, 1, 1000, "");
  ASSERT_FALSE(groups.ok());
  EXPECT_EQ(groups.status().code(), Code::kBadInput);
}

TEST(BucketGroups, PassOnThatThereIsNoScratch) {
  const Records records = clustered_records(1, 500, 8, 4);
  const auto groups = collect(records, {}, {}, 500, 2, 1000, "/nowhere/at/all");
  ASSERT_FALSE(groups.ok());
  EXPECT_EQ(groups.status().code(), Code::kNotFound);
}

TEST(BucketGroups, OfNothingAreNone) {
  EXPECT_EQ(collect({}, {}, {}, 0, 2, 0, "")->size(), 0u);
  EXPECT_EQ(collect({{0, 1}, {1, 2}}, {}, {}, 2, 2, 0, "")->size(), 0u);
}

}  // namespace
}  // namespace textkin::join
