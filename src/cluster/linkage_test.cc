#include "cluster/linkage.h"

#include <gtest/gtest.h>

namespace textkin::cluster {
namespace {

using Documents = std::vector<DocId>;

const std::vector<LinkedPair> kChain{{0, 1, 0.9}, {1, 2, 0.8}, {2, 3, 0.85}};

TEST(Linkage, SingleFollowsChains) { EXPECT_EQ(link(6, kChain, Linkage::kSingle), (Documents{0, 0, 0, 0, 4, 5})); }

TEST(Linkage, CompleteDoesNot) { EXPECT_EQ(link(6, kChain, Linkage::kComplete), (Documents{0, 0, 2, 2, 4, 5})); }

TEST(Linkage, CompleteMergesWhereEveryPairIsThere) {
  const std::vector<LinkedPair> square{{0, 1, 0.9}, {2, 3, 0.9}, {0, 2, 0.7}, {0, 3, 0.7}, {1, 2, 0.6}, {1, 3, 0.6}};
  EXPECT_EQ(link(4, square, Linkage::kComplete), (Documents{0, 0, 0, 0}));
  EXPECT_EQ(link(4, {square.data(), 5}, Linkage::kComplete), (Documents{0, 0, 2, 2}));
}

TEST(Linkage, CountsOfMergedClustersAreAdded) {
  const std::vector<LinkedPair> pairs{{0, 4, 0.95}, {1, 4, 0.9}, {0, 1, 0.5}, {2, 3, 0.4}, {2, 0, 0.3}};
  EXPECT_EQ(link(5, pairs, Linkage::kComplete), (Documents{0, 0, 2, 2, 0}));
}

TEST(Linkage, TheHighestPairGoesFirstAndEqualOnesInOrder) {
  EXPECT_EQ(link(3, {{{0, 1, 0.5}, {1, 2, 0.6}}}, Linkage::kComplete), (Documents{0, 1, 1}));
  EXPECT_EQ(link(3, {{{1, 2, 0.5}, {0, 1, 0.5}}}, Linkage::kComplete), (Documents{0, 0, 2}));
}

}  // namespace
}  // namespace textkin::cluster
