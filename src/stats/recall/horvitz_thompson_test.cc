#include "stats/recall/horvitz_thompson.h"

#include <gtest/gtest.h>
#include <cmath>
#include <random>
#include <vector>

#include "stats/law/binomial_law.h"

namespace textkin::stats {
namespace {

// A world of pairs with known similarities, each found with its own probability: the estimate must hit the realised
// recall within its own standard error, over many draws.
TEST(HorvitzThompson, EstimatesTheRealisedRecallWithinItsError) {
  const BinomialLaw law;
  Plan plan;
  plan.bands = 20;
  plan.rows = 13;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> similarity(0.75, 1.0);
  std::uniform_real_distribution<double> uniform;
  double sum = 0;
  double square = 0;
  const int draws = 400;
  for (int draw = 0; draw < draws; ++draw) {
    std::vector<SimilarityCount> found;
    const int pairs = 3000;
    for (int i = 0; i < pairs; ++i) {
      const double s = similarity(random);
      if (uniform(random) < law.candidate_probability(s, plan.bands, plan.rows)) found.push_back({s, 1});
    }
    const auto estimate = estimate_recall(law, plan, found);
    ASSERT_TRUE(estimate.has_value());
    const double z = (estimate->recall - static_cast<double>(found.size()) / pairs) / estimate->standard_error;
    sum += z;
    square += z * z;
  }
  EXPECT_LT(std::abs(sum / draws), 4 / std::sqrt(draws));
  EXPECT_NEAR(square / draws, 1, 0.3);
}

TEST(HorvitzThompson, SaysNothingFromNothing) {
  const BinomialLaw law;
  Plan plan;
  plan.bands = 20;
  plan.rows = 5;
  EXPECT_FALSE(estimate_recall(law, plan, {}).has_value());
  const SimilarityCount zero[] = {{0.0, 5}};
  EXPECT_FALSE(estimate_recall(law, plan, zero).has_value());
  const SimilarityCount equal[] = {{1.0, 2}};
  EXPECT_EQ(estimate_recall(law, plan, equal)->recall, 1);
  EXPECT_EQ(estimate_recall(law, plan, equal)->standard_error, 0);
}

TEST(HorvitzThompson, WeighsByHand) {
  const BinomialLaw law;
  Plan plan;
  plan.bands = 1;
  plan.rows = 1;
  const SimilarityCount found[] = {{0.5, 1}, {0.25, 1}};
  const auto estimate = estimate_recall(law, plan, found);
  EXPECT_NEAR(estimate->recall, 2.0 / 6, 1e-12);
  EXPECT_NEAR(estimate->standard_error, 2.0 / 36 * std::sqrt(2 + 12), 1e-12);
  const SimilarityCount more[] = {{0.25, 3}};
  EXPECT_NEAR(estimate_recall(law, plan, more)->recall, 3.0 / 12, 1e-12);
}

}  // namespace
}  // namespace textkin::stats
