#include "cluster/decide.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace textkin::cluster {
namespace {

KeepOrder random_order(std::uint64_t seed, std::size_t count) {
  KeepOrder order;
  for (std::uint32_t i = 0; i < count; ++i) order.rank.push_back(i);
  std::mt19937_64 random(seed);
  std::ranges::shuffle(order.rank, random);
  return order;
}

VerifiedPair pair_of(DocId a, DocId b) {
  return {.a = a, .b = b, .shared = 80 + (a ^ b) % 10, .size_a = 100 + a, .size_b = 100 + b};
}

// The rule as it is written: documents best first, each against those kept so far, best first.
std::vector<DocId> reference(std::size_t documents, const std::set<std::pair<DocId, DocId>>& alike,
                             const KeepOrder& order) {
  std::vector<DocId> by_rank(documents);
  for (DocId doc = 0; doc < documents; ++doc) by_rank[order.of(doc)] = doc;
  std::vector<DocId> kept, partner(documents);
  for (const DocId doc : by_rank) {
    const auto found = std::ranges::find_if(kept, [&](DocId k) { return alike.count(std::minmax(doc, k)) > 0; });
    partner[doc] = found == kept.end() ? doc : *found;
    if (found == kept.end()) kept.push_back(doc);
  }
  return partner;
}

TEST(Decide, IsTheKeepRuleOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    std::mt19937_64 random(seed);
    const std::size_t documents = 1 + random() % 40;
    std::set<std::pair<DocId, DocId>> alike;
    std::vector<VerifiedPair> pairs;
    for (std::size_t i = random() % 80; i > 0; --i) {
      const auto a = static_cast<DocId>(random() % documents);
      const auto b = static_cast<DocId>(random() % documents);
      if (a != b && alike.insert(std::minmax(a, b)).second) pairs.push_back(pair_of(a, b));
    }
    const KeepOrder order = seed % 4 == 0 ? KeepOrder{} : random_order(seed, documents);
    const std::vector<DocId> expected = reference(documents, alike, order);
    const std::vector<KeepDecision> decisions = decide(documents, pairs, {}, order);
    ASSERT_EQ(decisions.size(), documents);
    for (DocId doc = 0; doc < documents; ++doc) {
      const KeepDecision& decision = decisions[doc];
      ASSERT_EQ(decision.kept, expected[doc]) << seed;
      const bool stays = decision.kept == doc;
      EXPECT_EQ(decision.size, stays ? 0 : 100 + doc);
      EXPECT_EQ(decision.size_kept, stays ? 0 : 100 + decision.kept);
      EXPECT_EQ(decision.shared, stays ? 0 : 80 + (doc ^ decision.kept) % 10);
      EXPECT_FALSE(decision.identical);
    }
  }
}

// With the pairs that the rule needs alone, the rule gives the same.
TEST(Decide, NeedsOnlyThePairsOfTheRemoved) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<VerifiedPair> pairs, needed;
    for (DocId a = 0; a < 30; ++a) {
      for (DocId b = a + 1; b < 30; ++b) {
        if (random() % 10 == 0) pairs.push_back(pair_of(a, b));
      }
    }
    const KeepOrder order = random_order(seed, 30);
    const std::vector<KeepDecision> all = decide(30, pairs, {}, order);
    for (const VerifiedPair& pair : pairs) {
      if (all[pair.a].kept == pair.b) needed.push_back(pair);
      if (all[pair.b].kept == pair.a) needed.push_back(pair);
    }
    const std::vector<KeepDecision> few = decide(30, needed, {}, order);
    for (DocId doc = 0; doc < 30; ++doc) ASSERT_EQ(few[doc].kept, all[doc].kept);
  }
}

// Collapsing documents with equal sets and expanding the decisions is the rule on all documents: a duplicate is similar
// to whatever its first is similar to, and to its group.
TEST(Decide, DuplicatesGetWhatTheRuleGivesOnTheExpandedGraph) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    std::mt19937_64 random(seed);
    const std::size_t documents = 2 + random() % 40;
    const std::size_t groups = 1 + random() % documents;
    const KeepOrder order = random_order(seed, documents);
    std::vector<std::size_t> group(documents);
    std::map<std::size_t, DocId> first;  // of each group, the best
    for (DocId doc = 0; doc < documents; ++doc) {
      group[doc] = random() % groups;
      const auto [place, is_new] = first.emplace(group[doc], doc);
      if (!is_new && order.of(doc) < order.of(place->second)) place->second = doc;
    }
    std::set<std::pair<std::size_t, std::size_t>> alike_groups;
    for (std::size_t i = random() % (2 * groups); i > 0; --i) {
      alike_groups.insert(std::minmax<std::size_t>(random() % groups, random() % groups));
    }
    std::set<std::pair<DocId, DocId>> alike;
    for (DocId a = 0; a < documents; ++a) {
      for (DocId b = a + 1; b < documents; ++b) {
        if (group[a] == group[b] || alike_groups.count(std::minmax(group[a], group[b])) > 0) alike.emplace(a, b);
      }
    }
    std::vector<VerifiedPair> pairs;
    for (const auto& [x, y] : alike_groups) {
      if (x == y || first.count(x) == 0 || first.count(y) == 0) continue;
      pairs.push_back({.a = first[x], .b = first[y], .shared = 9, .size_a = 10, .size_b = 10});
    }
    std::vector<Duplicate> duplicates;
    for (DocId doc = 0; doc < documents; ++doc) {
      if (first[group[doc]] != doc) duplicates.push_back({.doc = doc, .first = first[group[doc]], .size = 10});
    }
    const std::vector<DocId> expected = reference(documents, alike, order);
    const std::vector<KeepDecision> decisions = decide(documents, pairs, duplicates, order);
    for (DocId doc = 0; doc < documents; ++doc) {
      ASSERT_EQ(decisions[doc].kept, expected[doc]) << seed;
      if (expected[doc] == doc) continue;
      const bool same_group = group[doc] == group[expected[doc]];
      EXPECT_EQ(decisions[doc].identical, same_group);
      EXPECT_EQ(decisions[doc].shared, same_group ? 10u : 9u);
      EXPECT_EQ(decisions[doc].size, 10u);
      EXPECT_EQ(decisions[doc].size_kept, 10u);
    }
  }
}

TEST(Decide, HandlesNoDocumentsAndNoPairs) {
  EXPECT_TRUE(decide(0, {}, {}, {}).empty());
  const auto decisions = decide(2, {}, {}, {});
  EXPECT_EQ(decisions[0].kept, 0u);
  EXPECT_EQ(decisions[1].kept, 1u);
}

TEST(Decide, SaysIdenticalWhereAPairSharesAll) {
  const std::vector<VerifiedPair> pairs{{.a = 0, .b = 1, .shared = 7, .size_a = 7, .size_b = 7}};
  EXPECT_TRUE(decide(2, pairs, {}, {})[1].identical);
}

}  // namespace
}  // namespace textkin::cluster
