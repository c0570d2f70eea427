#include "stats/effective_universe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace textkin::stats {
namespace {

TEST(EffectiveUniverse, IsOneOverTheSumOfSquares) {
  std::mt19937_64 random(9);
  // Zipf-like and equal frequencies; exact sums beside.
  for (const double power : {0.0, 0.5, 1.0}) {
    EffectiveUniverse whole;
    EffectiveUniverse left;
    EffectiveUniverse right;
    double sum = 0;
    double squares = 0;
    for (int feature = 0; feature < 20000; ++feature) {
      const std::uint64_t mixed = random();
      const int frequency = 1 + static_cast<int>(300 / std::pow(1 + feature, power));
      for (int i = 0; i < frequency; ++i) {
        whole.add(mixed);
        (i % 3 == 0 ? left : right).add(mixed);
      }
      sum += frequency;
      squares += static_cast<double>(frequency) * frequency;
    }
    EXPECT_NEAR(whole.value() / (sum * sum / squares), 1, 4 * .003) << power;
    left.merge(right);
    EXPECT_EQ(left.value(), whole.value());
  }
}

TEST(EffectiveUniverse, KnowsItsEdges) {
  EffectiveUniverse none;
  EXPECT_EQ(none.value(), 1);
  for (int i = 0; i < 50; ++i) none.add(0x8000000000000005);
  EXPECT_EQ(none.value(), 1);  // one feature
  EffectiveUniverse two;
  two.add(0x8000000000000005);
  two.add(6);
  EXPECT_EQ(two.value(), 2);
}

}  // namespace
}  // namespace textkin::stats
