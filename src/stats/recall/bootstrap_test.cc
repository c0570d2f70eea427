#include "stats/recall/bootstrap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "stats/interval/clopper_pearson.h"
#include "stats/recall/sample.h"
#include "stats/recall/uniform_below.h"

namespace textkin::stats {
namespace {

using Documents = std::vector<AuditedDocument>;

TEST(RealisedRecall, SaysNothingWhereNoDocumentHasANeighbour) {
  EXPECT_FALSE(realised_recall({}, 10, .95).has_value());
  EXPECT_FALSE(realised_recall(Documents(5), 10, .95).has_value());
  EXPECT_FALSE(realised_recall(Documents(10), 10, .95).has_value());
}

TEST(RealisedRecall, IsCertainWhereAllWereAudited) {
  const Documents documents = {{.neighbours = 3, .found = 1}, {}, {.neighbours = 1, .found = 1}};
  const auto recall = realised_recall(documents, 3, .95);
  EXPECT_EQ(recall->recall, .5);
  EXPECT_EQ(recall->lower, .5);
  EXPECT_EQ(recall->upper, .5);
}

TEST(RealisedRecall, FallsBackOnDocumentsAsTrialsWhereTheyAgree) {
  Documents all(20, {.neighbours = 7, .found = 7});
  all.resize(50);  // thirty without a neighbour say nothing
  const auto found = realised_recall(all, 1000, .95);
  EXPECT_EQ(found->recall, 1);
  EXPECT_EQ(found->upper, 1);
  EXPECT_NEAR(found->lower, std::pow(.025, 1 / 20.0), 1e-9);

  const auto none = realised_recall(Documents(20, {.neighbours = 7, .found = 0}), 1000, .95);
  EXPECT_EQ(none->recall, 0);
  EXPECT_EQ(none->lower, 0);
  EXPECT_NEAR(none->upper, 1 - std::pow(.025, 1 / 20.0), 1e-9);

  const auto one = realised_recall(Documents{{.neighbours = 2, .found = 1}}, 1000, .95);
  EXPECT_EQ(one->recall, .5);
  EXPECT_LT(one->lower, .02);
  EXPECT_GT(one->upper, .98);

  const Documents halves = {{.neighbours = 2, .found = 1}, {.neighbours = 4, .found = 2}};
  const Interval two = clopper_pearson(1, 2, .95);
  EXPECT_EQ(realised_recall(halves, 1000, .95)->lower, two.lower);
  EXPECT_EQ(realised_recall(halves, 1000, .95)->upper, two.upper);
}

// Documents with one neighbour each: a resample's sum is binomial, so its percentiles are known.
TEST(RealisedRecall, HasTheBinomialPercentilesWhereEachDocumentHasOnePair) {
  Documents documents(100, {.neighbours = 1, .found = 1});
  std::fill_n(documents.begin(), 20, AuditedDocument{.neighbours = 1, .found = 0});
  const auto recall = realised_recall(documents, 1000, .95);
  EXPECT_EQ(recall->recall, .8);
  EXPECT_NEAR(recall->lower, .72, .01);  // quantiles of Binomial(100, 0.8): 72 and 87
  EXPECT_NEAR(recall->upper, .87, .01);
  const auto narrow = realised_recall(documents, 1000, .5);
  EXPECT_NEAR(narrow->lower, .77, .01);
  EXPECT_NEAR(narrow->upper, .83, .01);
}

TEST(RealisedRecall, DoesNotDependOnTheOrder) {
  Documents documents;
  std::mt19937_64 random(3);
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t neighbours = random() % 5;
    documents.push_back({.neighbours = neighbours, .found = random() % (neighbours + 1)});
  }
  const auto first = realised_recall(documents, 1000, .95);
  std::ranges::shuffle(documents, random);
  const auto second = realised_recall(documents, 1000, .95);
  EXPECT_EQ(first->recall, second->recall);
  EXPECT_EQ(first->lower, second->lower);
  EXPECT_EQ(first->upper, second->upper);
}

// A population whose pairs lie in clusters and are lost together, and what it realised.
struct World {
  Documents documents;
  double recall = 0;
};

// Each cluster has a fate of its own: up to `lost` of a thousand of its pairs are not found.
World clustered_world(std::uint64_t seed, std::uint64_t largest, std::uint64_t lost) {
  std::mt19937_64 random(seed);
  World world;
  AuditedDocument sums;
  while (world.documents.size() < 20000) {
    const std::uint64_t size = uniform_below(random, 2) == 0 ? 1 : 1 + uniform_below(random, largest);
    const std::uint64_t fate = uniform_below(random, lost + 1);
    for (std::uint64_t member = 0; member < size; ++member) {
      AuditedDocument document{.neighbours = size - 1};
      for (std::uint64_t n = 0; n + 1 < size; ++n) document.found += uniform_below(random, 1000) >= fate;
      world.documents.push_back(document);
      sums.neighbours += document.neighbours;
      sums.found += document.found;
    }
  }
  world.recall = static_cast<double>(sums.found) / static_cast<double>(sums.neighbours);
  return world;
}

double coverage(const World& world, std::uint64_t audited, int draws, double confidence) {
  int held = 0;
  for (int draw = 0; draw < draws; ++draw) {
    Documents documents;
    for (const std::uint32_t i : sample_without_replacement(static_cast<std::uint32_t>(world.documents.size()), audited,
                                                            static_cast<std::uint64_t>(draw)))
      documents.push_back(world.documents[i]);
    const auto recall = realised_recall(documents, world.documents.size(), confidence);
    held += recall && recall->lower <= world.recall && world.recall <= recall->upper;
  }
  return static_cast<double>(held) / draws;
}

TEST(RealisedRecall, CoversTheTruthAsOftenAsItSays) {
  const World world = clustered_world(1, 8, 300);
  for (const std::uint64_t audited : {100u, 300u, 1000u}) {
    const double held = coverage(world, audited, 500, .95);
    RecordProperty("coverage_" + std::to_string(audited), std::to_string(held));
    EXPECT_GE(held, .915) << audited;  // 0.95 less three and a half standard errors of 500 draws
    EXPECT_LE(held, .985) << audited;
  }
}

// Where few pairs are lost, whole samples see none of them: without the interval for documents that agree, those
// would all miss the truth.
TEST(RealisedRecall, CoversTheTruthWhereLossesAreRare) {
  const World world = clustered_world(2, 4, 20);
  for (const std::uint64_t audited : {100u, 300u, 1000u}) {
    const double held = coverage(world, audited, 500, .95);
    RecordProperty("coverage_rare_" + std::to_string(audited), std::to_string(held));
    EXPECT_GE(held, .915) << audited;
  }
}

}  // namespace
}  // namespace textkin::stats
