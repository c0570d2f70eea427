#include "stats/plan/planner.h"

#include <gtest/gtest.h>
#include <cmath>

#include "stats/law/binomial_law.h"

namespace textkin::stats {
namespace {

const BinomialLaw kLaw;

TEST(PlanForRecall, GivesThePublishedDesigns) {
  struct Row {
    std::uint32_t hashes;
    double threshold, recall;
    std::uint32_t bands, rows;
  };
  for (const Row& row : {Row{128, .5, .95, 23, 3},
                         {128, .7, .95, 17, 5},
                         {128, .8, .95, 13, 7},
                         {128, .9, .95, 10, 12},
                         {256, .5, .95, 47, 4},
                         {256, .7, .95, 35, 7},
                         {256, .8, .95, 21, 9},
                         {256, .9, .95, 15, 16},
                         {256, .7, .99, 37, 6},
                         {256, .8, .99, 26, 8},
                         {256, .9, .99, 18, 14}}) {
    const auto plan = plan_for_recall(kLaw, row.threshold, row.recall, row.hashes);
    ASSERT_TRUE(plan.ok());
    EXPECT_EQ(plan->bands, row.bands) << row.hashes << " " << row.threshold << " " << row.recall;
    EXPECT_EQ(plan->rows, row.rows) << row.hashes << " " << row.threshold << " " << row.recall;
    EXPECT_GE(plan->recall_at_threshold, row.recall);
    EXPECT_EQ(plan->hashes, row.hashes);
  }
}

// By trying every (b, r).
TEST(PlanForRecall, IsTheLargestRowsThenTheFewestBands) {
  for (const std::uint32_t hashes : {1u, 2u, 7u, 64u, 100u})
    for (const double threshold : {.05, .3, .5, .8, .95, 1.0})
      for (const double recall : {.01, .5, .9, .95, .999}) {
        std::uint32_t rows = 0;
        std::uint32_t bands = 0;
        for (std::uint32_t r = 1; r <= hashes; ++r)
          for (std::uint32_t b = hashes / r; b >= 1; --b)
            if (1 - std::pow(1 - std::pow(threshold, r), b) >= recall) rows = r, bands = b;
        const auto plan = plan_for_recall(kLaw, threshold, recall, hashes);
        ASSERT_EQ(plan.ok(), rows > 0) << hashes << " " << threshold << " " << recall;
        if (!plan.ok()) continue;
        EXPECT_EQ(plan->rows, rows);
        EXPECT_EQ(plan->bands, bands);
      }
}

TEST(PlanForRecall, SaysHowManyHashesWouldDo) {
  const auto plan = plan_for_recall(kLaw, .1, .95, 20);
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.status().code(), Code::kInvalidArgument);
  // ln .05 / ln .9 = 28.4
  EXPECT_NE(plan.status().message().find("at least 29 hashes"), std::string::npos) << plan.status().message();
  EXPECT_TRUE(plan_for_recall(kLaw, .1, .95, 29).ok());
  EXPECT_FALSE(plan_for_recall(kLaw, .1, .95, 28).ok());
  EXPECT_NE(plan_for_recall(kLaw, 1e-300, .95, 28).status().message().find("no number"), std::string::npos);
}

TEST(PlanForRecall, RefusesWhatCannotBe) {
  for (const double threshold : {0.0, -1.0, 1.0001, std::nan("")})
    EXPECT_EQ(plan_for_recall(kLaw, threshold, .9, 10).status().code(), Code::kInvalidArgument);
  for (const double recall : {0.0, 1.0, -1.0, std::nan("")})
    EXPECT_EQ(plan_for_recall(kLaw, .8, recall, 10).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(plan_for_recall(kLaw, .8, .9, 0).status().code(), Code::kInvalidArgument);
}

TEST(PlanByPreference, FollowsKalampokis) {
  const auto accuracy = plan_by_preference(kLaw, .53, Preference::kAccuracy, 225);
  EXPECT_EQ(accuracy->bands, 45u);
  EXPECT_EQ(accuracy->rows, 5u);
  EXPECT_NEAR(std::pow(1.0 / 45, 1.0 / 5), .467, 5e-4);
  const auto speed = plan_by_preference(kLaw, .53, Preference::kSpeed, 225);
  EXPECT_EQ(speed->bands, 25u);
  EXPECT_EQ(speed->rows, 9u);
  EXPECT_EQ(speed->recall_target, 0);
  // A threshold that is exactly (1/4)^(1/2) is on both sides.
  EXPECT_EQ(plan_by_preference(kLaw, .5, Preference::kAccuracy, 8)->bands, 4u);
  EXPECT_EQ(plan_by_preference(kLaw, .5, Preference::kSpeed, 8)->bands, 4u);
  EXPECT_EQ(plan_by_preference(kLaw, .01, Preference::kAccuracy, 8).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(plan_by_preference(kLaw, 1, Preference::kSpeed, 8)->bands, 1u);
}

TEST(PlanGiven, TakesWhatFits) {
  const auto plan = plan_given(kLaw, .8, 26, 8, 256);
  ASSERT_TRUE(plan.ok());
  EXPECT_NEAR(plan->recall_at_threshold, .992, 5e-4);
  EXPECT_EQ(plan_given(kLaw, .8, 33, 8, 256).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(plan_given(kLaw, .8, 0x80000000u, 2, 256).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(plan_given(kLaw, .8, 0, 8, 256).status().code(), Code::kInvalidArgument);
}

TEST(SCurve, RisesFromZeroToOne) {
  const auto curve = s_curve(kLaw, *plan_given(kLaw, .5, 20, 5, 100));
  ASSERT_EQ(curve.size(), 101u);
  EXPECT_EQ(curve.front().probability, 0);
  EXPECT_EQ(curve.back().probability, 1);
  EXPECT_EQ(curve[50].similarity, .5);
  EXPECT_NEAR(curve[50].probability, .470, 5e-4);
  for (std::size_t i = 1; i < curve.size(); ++i) EXPECT_GE(curve[i].probability, curve[i - 1].probability);
}

}  // namespace
}  // namespace textkin::stats
