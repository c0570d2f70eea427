#include "cluster/representatives.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace textkin::cluster {
namespace {

TEST(Representatives, PutsTheBestOfEachGroupFirst) {
  std::mt19937 random(1);
  for (int repeat = 0; repeat < 500; ++repeat) {
    const auto documents = static_cast<DocId>(2 + random() % 12);
    std::vector<DocId> group(documents);  // the first document of its kind
    std::vector<Duplicate> duplicates;
    std::vector<VerifiedPair> pairs;
    for (DocId doc = 0; doc < documents; ++doc) {
      group[doc] = doc == 0 || random() % 2 == 0 ? doc : group[random() % doc];
      if (group[doc] != doc) duplicates.push_back({doc, group[doc], 3});
    }
    for (DocId a = 0; a < documents; ++a)
      for (DocId b = a + 1; b < documents; ++b)
        if (group[a] == a && group[b] == b) pairs.push_back({a, b, 2, 3, 3});
    const std::vector<VerifiedPair> before = pairs;
    KeepOrder order;
    order.rank.resize(documents);
    std::iota(order.rank.begin(), order.rank.end(), 0u);
    std::ranges::shuffle(order.rank, random);

    const Representatives election(duplicates, order);
    election.rename(pairs);
    std::vector<int> stands_behind(documents, 0);
    for (const Duplicate& one : duplicates) {
      EXPECT_EQ(group[one.doc], group[one.first]);
      EXPECT_LT(order.of(one.first), order.of(one.doc));
      EXPECT_EQ(stands_behind[one.doc]++, 0);
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_EQ(group[pairs[i].a], before[i].a);
      EXPECT_EQ(group[pairs[i].b], before[i].b);
      EXPECT_EQ(stands_behind[pairs[i].a] + stands_behind[pairs[i].b], 0) << "a pair of one that stands behind another";
    }
  }
}

}  // namespace
}  // namespace textkin::cluster
