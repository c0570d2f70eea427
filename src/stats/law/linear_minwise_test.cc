#include "stats/law/linear_minwise.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace textkin::stats {
namespace {

using Keys = std::vector<std::uint64_t>;

Keys range(std::uint64_t first, std::uint64_t count, std::uint64_t step = 1) {
  Keys keys(count);
  for (std::uint64_t i = 0; i < count; ++i) keys[i] = first + i * step;
  return keys;
}

Keys join(Keys a, const Keys& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Keys random_keys(std::size_t count, std::uint64_t modulus, std::mt19937_64& random) {
  Keys keys;
  while (keys.size() < count) {
    const std::uint64_t key = random() % modulus;
    if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
  }
  return keys;
}

Fraction collision(std::uint64_t modulus, const Keys& a, const Keys& b, Multipliers kind = Multipliers::kUnits) {
  return LinearMinwise::of(modulus, kind)->collision(a, b).value();
}

// Every function of the family, one after the other.
Fraction by_enumeration(std::uint64_t n, const Keys& a, const Keys& b, Multipliers kind) {
  std::uint64_t agree = 0;
  std::uint64_t functions = 0;
  for (std::uint64_t factor = 1; factor < n; ++factor) {
    if (kind == Multipliers::kUnits && std::gcd(factor, n) != 1) continue;
    for (std::uint64_t shift = 0; shift < n; ++shift, ++functions) {
      const auto least = [&](const Keys& keys) {
        std::uint64_t found = std::numeric_limits<std::uint64_t>::max();
        for (const std::uint64_t key : keys) found = std::min(found, (factor * key + shift) % n);
        return found;
      };
      agree += least(a) == least(b);
    }
  }
  return Fraction::of(agree, functions);
}

TEST(LinearMinwise, EqualsEnumerationOfEveryFunction) {
  std::mt19937_64 random(3);
  for (const std::uint64_t n : {2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 30, 31, 64, 97, 100})
    for (int turn = 0; turn < 6; ++turn)
      for (const Multipliers kind : {Multipliers::kUnits, Multipliers::kNonZero}) {
        const Keys a = random_keys(1 + random() % std::min<std::uint64_t>(n, 12), n, random);
        Keys b = random_keys(1 + random() % std::min<std::uint64_t>(n, 12), n, random);
        b.push_back(a[0]);
        ASSERT_EQ(collision(n, a, b, kind), by_enumeration(n, a, b, kind)) << n;
      }
}

TEST(LinearMinwise, HasTheKnownFractions) {
  EXPECT_EQ(collision(13, {0, 1, 2}, {1, 2, 3}), (Fraction{35, 78}));
  EXPECT_EQ(collision(31, range(0, 6), range(3, 6)), (Fraction{9, 31}));
  EXPECT_EQ(collision(101, range(0, 10), range(5, 10)), (Fraction{1441, 5050}));
  EXPECT_EQ(collision(101, range(0, 10, 7), range(35, 10, 7)).value(), 1441.0 / 5050);
  EXPECT_EQ(collision(101, {1, 4, 9, 16, 25, 36}, {1, 4, 9, 49, 64, 81}), (Fraction{852, 2525}));
  // A composite modulus: units only, and with the ties that other multipliers make.
  EXPECT_EQ(collision(30, range(0, 6), range(3, 6)), (Fraction{11, 40}));
  EXPECT_EQ(collision(64, range(0, 10), range(5, 10)), (Fraction{291, 1024}));
  EXPECT_NEAR(collision(30, range(0, 6), range(3, 6), Multipliers::kNonZero).value(), .506, .0005);
  EXPECT_NEAR(collision(64, range(0, 10), range(5, 10), Multipliers::kNonZero).value(), .372, .0005);
}

// Of m consecutive keys an end is the least more often than 1 / m, without bound: slope 3 / pi^2 in ln m.
TEST(LinearMinwise, EndsOfAnIntervalAreLeastTooOften) {
  const LinearMinwise law = LinearMinwise::of(10007, Multipliers::kUnits).value();
  const double known[] = {1.17, 1.33, 1.54, 1.72, 1.93, 2.13, 2.33};
  for (int i = 0; i < 7; ++i) {
    const std::uint64_t m = 4u << i;
    const Keys keys = range(0, m);
    const double end = static_cast<double>(m) * law.least(keys, 0)->value();
    EXPECT_NEAR(end, known[i], .0051) << m;
    EXPECT_EQ(*law.least(keys, m - 1), *law.least(keys, 0));
    if (m >= 16) {
      EXPECT_NEAR(end, 3 / (M_PI * M_PI) * std::log(m) + .66, .04) << m;
      EXPECT_NEAR(static_cast<double>(m) * law.least(keys, m / 2)->value(), .845, .012) << m;
    }
  }
  std::mt19937_64 random(1);
  for (int turn = 0; turn < 20; ++turn) {
    const Keys keys = random_keys(64, 10007, random);
    EXPECT_NEAR(64 * law.least(keys, keys[0])->value(), 1, .06);
  }
}

TEST(LinearMinwise, ChancesOfAllKeysSumToOne) {
  const LinearMinwise law = LinearMinwise::of(1009, Multipliers::kUnits).value();
  const Keys keys = range(5, 40, 3);
  double sum = 0;
  for (const std::uint64_t key : keys) sum += law.least(keys, key)->value();
  EXPECT_NEAR(sum, 1, 1e-12);
}

// Collision less similarity, for sets that share a third of 96 keys.
TEST(LinearMinwise, IsBiasedOnStructuredKeysAndNotOnRandomOnes) {
  const std::uint64_t p = 10007;
  const auto bias = [&](const Keys& a, const Keys& b) { return collision(p, a, b).value() - 1.0 / 3; };
  EXPECT_NEAR(bias(range(0, 64), range(32, 64)), -.049, .0006);
  EXPECT_NEAR(bias(range(0, 96), range(32, 32)), -.049, .0006);
  EXPECT_NEAR(bias(range(0, 96), range(0, 32)), .025, .0006);
  EXPECT_NEAR(bias(range(0, 96), join(range(0, 16), range(80, 16))), .077, .0006);
  EXPECT_EQ(collision(p, range(9, 64, 101), range(9 + 32 * 101, 64, 101)), collision(p, range(0, 64), range(32, 64)));
  std::mt19937_64 random(4);
  double mean = 0;
  for (int turn = 0; turn < 10; ++turn) {
    const Keys all = random_keys(96, p, random);
    const double found = bias(Keys(all.begin(), all.begin() + 64), Keys(all.begin() + 32, all.end()));
    EXPECT_LT(std::abs(found), .006);
    mean += found / 10;
  }
  EXPECT_NEAR(mean, 0, .002);
}

TEST(LinearMinwise, KnowsEqualDisjointAndRepeated) {
  EXPECT_EQ(collision(101, {5, 7, 9}, {9, 5, 7}), (Fraction{1, 1}));
  EXPECT_EQ(collision(101, {5, 7, 9}, {1, 2}), (Fraction{0, 1}));
  EXPECT_EQ(collision(101, {5, 5, 7}, {7, 7, 5, 9}), collision(101, {5, 7}, {5, 7, 9}));
  EXPECT_EQ(collision(2, {0}, {0, 1}), (Fraction{1, 2}));
}

TEST(LinearMinwise, RefusesWhatHasNoLaw) {
  for (const std::uint64_t modulus : {std::uint64_t{0}, std::uint64_t{1}, LinearMinwise::kMostModulus + 1})
    EXPECT_EQ(LinearMinwise::of(modulus, Multipliers::kUnits).status().code(), Code::kInvalidArgument);
  const LinearMinwise law = LinearMinwise::of(13, Multipliers::kUnits).value();
  EXPECT_EQ(law.collision(Keys{}, Keys{1}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(law.collision(Keys{1}, Keys{13}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(law.least(Keys{1, 2}, 3).status().code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace textkin::stats
