#include "stats/plan/method_cost.h"

#include <gtest/gtest.h>

namespace textkin::stats {
namespace {

MethodChoice choose(std::size_t documents, std::uint64_t features_each, double hits) {
  return choose_method(documents, documents * features_each, {.bands = 21, .rows = 9}, hits);
}

// The three regimes that the measured runs showed: short texts, long texts, features that occur everywhere.
TEST(ChooseMethod, TakesTheCheaper) {
  EXPECT_TRUE(choose(100000, 20, 0).exact);
  EXPECT_FALSE(choose(20000, 330, 0).exact);
  EXPECT_FALSE(choose(100000, 20, 1e9).exact);
  EXPECT_TRUE(choose(2, 10, 1).exact);
}

TEST(ChooseMethod, SaysWhy) {
  const MethodChoice choice = choose(1000, 100, 10);
  EXPECT_NE(choice.reason.find("exact"), std::string::npos);
  EXPECT_NE(choice.reason.find("lsh"), std::string::npos);
}

}  // namespace
}  // namespace textkin::stats
