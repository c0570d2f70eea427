#include "join/bands/links.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

namespace textkin::join {
namespace {

using base::KeyValue;

// The least node that can be reached from each, by brute force.
std::vector<Link> expected_forest(const std::vector<Link>& links) {
  std::map<std::uint64_t, std::uint64_t> least;
  for (const Link& link : links) {
    least[link.node] = link.node;
    least[link.root] = link.root;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Link& link : links) {
      const std::uint64_t root = std::min(least[link.node], least[link.root]);
      changed |= least[link.node] != root || least[link.root] != root;
      least[link.node] = least[link.root] = root;
    }
  }
  std::vector<Link> forest;
  for (const auto& [node, root] : least) forest.push_back({node, root});
  return forest;
}

std::vector<KeyValue> random_records(std::size_t most, std::uint64_t nodes, std::uint64_t keys) {
  const auto count = *rc::gen::inRange<std::size_t>(0, most);
  std::vector<KeyValue> records;
  for (std::size_t i = 0; i < count; ++i)
    records.push_back(
        {.value = *rc::gen::inRange<std::uint64_t>(0, nodes), .key = *rc::gen::inRange<std::uint64_t>(0, keys)});
  return records;
}

RC_GTEST_PROP(Links, ForestIsThatOfBruteForce, ()) {
  std::vector<Link> links;
  const auto count = *rc::gen::inRange<std::size_t>(0, 60);
  for (std::size_t i = 0; i < count; ++i)
    links.push_back({*rc::gen::inRange<std::uint64_t>(0, 40), *rc::gen::inRange<std::uint64_t>(0, 40)});
  const std::vector<Link> expected = expected_forest(links);
  make_forest(links);
  RC_ASSERT(links == expected);
}

// However records are shared out over tasks, and however often what they leave is reduced again.
RC_GTEST_PROP(Links, PartsGiveTheForestOfTheWhole, ()) {
  const std::vector<KeyValue> records = random_records(80, 50, 30);
  std::vector<KeyValue> all = records;
  std::vector<Link> whole;
  link_buckets(all, whole);
  make_forest(whole);

  std::vector<std::vector<KeyValue>> parts(*rc::gen::inRange<std::size_t>(1, 6));
  for (const KeyValue& record : records) parts[*rc::gen::inRange<std::size_t>(0, parts.size())].push_back(record);
  std::vector<KeyValue> left;
  std::vector<Link> links;
  for (std::vector<KeyValue>& part : parts) {
    std::vector<Link> own;
    link_buckets(part, own);
    make_forest(own);
    links.insert(links.end(), own.begin(), own.end());
    left.insert(left.end(), part.begin(), part.end());
  }
  link_buckets(left, links);
  make_forest(links);
  RC_ASSERT(links == whole);
}

TEST(Links, ABucketOfOneLinksNothingAndOneOfEqualsItsNode) {
  std::vector<KeyValue> records = {{.value = 7, .key = 1}, {.value = 8, .key = 2}, {.value = 8, .key = 2}};
  std::vector<Link> links;
  link_buckets(records, links);
  EXPECT_EQ(links, (std::vector<Link>{{8, 8}}));
  EXPECT_EQ(records.size(), 2u);
  make_forest(links);
  EXPECT_EQ(links, (std::vector<Link>{{8, 8}}));
}

// A key of sets without one element links nothing until the whole set is there, whichever part that comes with.
TEST(Links, SetsWithoutAnElementWaitForTheWholeOne) {
  std::vector<KeyValue> records = {{.value = 9, .key = 5}, {.value = 7, .key = 5}, {.value = 9, .key = 5}};
  std::vector<Link> links;
  link_buckets(records, links);
  EXPECT_TRUE(links.empty());
  ASSERT_EQ(records.size(), 2u);
  records.push_back({.value = 8, .key = 4});
  link_buckets(records, links);
  EXPECT_EQ(records, (std::vector<KeyValue>{{.value = 8, .key = 4}}));
  make_forest(links);
  EXPECT_EQ(links, (std::vector<Link>{{7, 7}, {8, 7}, {9, 7}}));
}

TEST(Links, AMillionInOneBucketAreAMillionLinks) {
  std::vector<KeyValue> records;
  for (std::uint64_t i = 0; i < 1'000'000; ++i) records.push_back({.value = i * 7 + 5, .key = 42});
  std::vector<Link> links;
  link_buckets(records, links);
  EXPECT_EQ(records.size(), 1u);
  make_forest(links);
  ASSERT_EQ(links.size(), 1'000'000u);
  EXPECT_TRUE(std::ranges::all_of(links, [](const Link& link) { return link.root == 5; }));
}

}  // namespace
}  // namespace textkin::join
