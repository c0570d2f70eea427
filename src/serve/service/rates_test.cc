#include "serve/service/rates.h"

#include <gtest/gtest.h>

namespace textkin::serve {
namespace {

using std::chrono::milliseconds;

TEST(Rates, LetsPassWhatASecondHasAndThenAsManyAsASecondBrings) {
  Rates rates;
  Rates::Clock::time_point now;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(rates.take(0, 10, now), 0u) << i;
  EXPECT_EQ(rates.take(0, 10, now), 1u);
  EXPECT_EQ(rates.take(1, 10, now), 0u) << "another token's";
  now += milliseconds(110);
  EXPECT_EQ(rates.take(0, 10, now), 0u);
  EXPECT_EQ(rates.take(0, 10, now), 1u);
  int passed = 0;
  for (int i = 0; i < 10'000; ++i) passed += rates.take(0, 10, now += milliseconds(1)) == 0;
  EXPECT_NEAR(passed, 100, 1);
  now += milliseconds(60'000);
  passed = 0;
  for (int i = 0; i < 100; ++i) passed += rates.take(0, 10, now) == 0;
  EXPECT_EQ(passed, 10) << "a pause saves no more than a second";
}

TEST(Rates, SayWhenTheNextMayComeWhereASecondHasLessThanOne) {
  Rates rates;
  Rates::Clock::time_point now;
  EXPECT_EQ(rates.take(0, 0.1, now), 0u);
  EXPECT_EQ(rates.take(0, 0.1, now), 10u);
  now += milliseconds(7'500);
  EXPECT_EQ(rates.take(0, 0.1, now), 3u);
  now += milliseconds(2'600);
  EXPECT_EQ(rates.take(0, 0.1, now), 0u);
}

}  // namespace
}  // namespace textkin::serve
