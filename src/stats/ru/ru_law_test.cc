#include "stats/ru/ru_law.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

namespace textkin::stats {
namespace {

using Rows = std::vector<std::uint32_t>;

// z(i) = x i + y mod n as printed: the remainder 0 is written n.
std::uint32_t z(std::uint32_t x, std::uint32_t y, std::uint32_t i, std::uint32_t n) {
  const std::uint32_t rest = (x * i + y) % n;
  return rest == 0 ? n : rest;
}

std::uint32_t best(const Rows& rows, std::uint32_t x, std::uint32_t y, std::uint32_t n, bool maximum) {
  std::uint32_t value = maximum ? 0 : n + 1;
  for (const std::uint32_t i : rows) value = maximum ? std::max(value, z(x, y, i, n)) : std::min(value, z(x, y, i, n));
  return value;
}

// Every (x, y) of 1..n; by gcd of x and n.
std::map<std::uint32_t, RuClass> enumerate(std::uint32_t n, const Rows& a, const Rows& b, bool maximum) {
  std::map<std::uint32_t, RuClass> classes;
  for (std::uint32_t x = 1; x <= n; ++x) {
    RuClass& own = classes[std::gcd(x, n)];
    own.gcd = std::gcd(x, n);
    ++own.multipliers;
    for (std::uint32_t y = 1; y <= n; ++y) own.matching += best(a, x, y, n, maximum) == best(b, x, y, n, maximum);
  }
  return classes;
}

Rows random_rows(std::uint32_t n, std::mt19937_64& random) {
  Rows rows;
  const auto share = 1 + random() % 8;
  for (std::uint32_t i = 1; i <= n; ++i)
    if (random() % 8 < share) rows.push_back(i);
  return rows;
}

TEST(RuLaw, EqualsExhaustiveEnumeration) {
  std::mt19937_64 random(17);
  for (std::uint32_t n = 1; n <= 60; ++n)
    for (int repeat = 0; repeat < 4; ++repeat) {
      const Rows a = random_rows(n, random);
      const Rows b = random_rows(n, random);
      if (a.empty() || b.empty()) continue;
      const RuMatch match = ru_match(n, a, b).value();
      const auto minimum = enumerate(n, a, b, false);
      std::uint64_t all = 0;
      ASSERT_EQ(match.classes.size(), minimum.size());
      for (const RuClass& own : match.classes) {
        EXPECT_EQ(own, minimum.at(own.gcd)) << n << " gcd " << own.gcd;
        all += own.multipliers;
      }
      EXPECT_EQ(all, n);
      EXPECT_EQ(match.trials, std::uint64_t{n} * n);
      // The maximum has the same law, class by class.
      for (const auto& [gcd, own] : enumerate(n, a, b, true)) EXPECT_EQ(own, minimum.at(gcd));
    }
}

// Both ways to walk the circle: few images are sorted, many are marked.
TEST(RuLaw, SparseAndDenseSetsAgreeWithCounting) {
  std::mt19937_64 random(3);
  const std::uint32_t n = 360;
  for (const std::size_t size : {1, 3, 12, 100, 360}) {
    Rows a(n);
    std::iota(a.begin(), a.end(), 1);
    Rows b = a;
    for (Rows* rows : {&a, &b}) {
      std::ranges::shuffle(*rows, random);
      rows->resize(size);
      std::ranges::sort(*rows);
    }
    std::uint64_t matching = 0;
    for (const auto& [gcd, own] : enumerate(n, a, b, false)) matching += own.matching;
    EXPECT_EQ(ru_match(n, a, b)->matching, matching) << size;
  }
}

Rows interval(std::uint32_t first, std::uint32_t count, std::uint32_t step = 1) {
  Rows rows;
  for (std::uint32_t i = 0; i < count; ++i) rows.push_back(first + i * step);
  return rows;
}

// Matching share of the multipliers that are prime to n.
double units(std::uint32_t n, const Rows& a, const Rows& b) {
  const RuClass own = ru_match(n, a, b)->classes.front();
  return static_cast<double>(own.matching) / static_cast<double>(own.multipliers * n);
}

// Known values of the linear family: over the multipliers prime to n, and over all.
TEST(RuLaw, AFixedOrderIsNotTheAverage) {
  EXPECT_NEAR(units(13, interval(1, 3), interval(2, 3)), 35.0 / 78, 1e-15);  // J = 1/2
  EXPECT_NEAR(units(31, interval(1, 6), interval(4, 6)), 9.0 / 31, 1e-15);   // J = 1/3 from here on
  EXPECT_NEAR(units(101, interval(1, 10), interval(6, 10)), 1441.0 / 5050, 1e-15);
  EXPECT_NEAR(units(101, interval(1, 10, 5), interval(26, 10, 5)), 1441.0 / 5050, 1e-15);  // a progression
  EXPECT_NEAR(units(101, Rows{1, 4, 9, 16, 25, 36}, Rows{1, 4, 9, 49, 64, 81}), 852.0 / 2525, 1e-15);
  EXPECT_NEAR(units(30, interval(1, 6), interval(4, 6)), 11.0 / 40, 1e-15);
  EXPECT_NEAR(units(64, interval(1, 10), interval(6, 10)), 291.0 / 1024, 1e-15);
  // The tabulated values are of the multipliers 1..n-1; n itself always matches.
  EXPECT_NEAR((ru_match(30, interval(1, 6), interval(4, 6))->probability() * 30 - 1) / 29, .506, 5e-4);
  EXPECT_NEAR((ru_match(64, interval(1, 10), interval(6, 10))->probability() * 64 - 1) / 63, .372, 5e-4);
  // The multiplier n takes all rows to one place.
  const RuMatch prime = ru_match(31, interval(1, 6), interval(4, 6)).value();
  ASSERT_EQ(prime.classes.size(), 2u);
  EXPECT_EQ(prime.matching, 30u * 9 + 31);
}

TEST(RuLaw, KnowsItsEdges) {
  const Rows none;
  const Rows one{1};
  const Rows two{2};
  EXPECT_EQ(ru_match(5, none, one)->matching, 0u);
  EXPECT_EQ(ru_match(5, none, none)->matching, 0u);
  EXPECT_EQ(ru_match(5, one, one)->probability(), 1);
  EXPECT_EQ(ru_match(5, one, two)->matching, 5u);  // x = 5 only
  EXPECT_EQ(ru_match(1, one, one)->probability(), 1);
  EXPECT_EQ(ru_match(0, none, none).status().code(), Code::kInvalidArgument);
  EXPECT_NE(ru_match(5, Rows{0}, one).status().message().find("row 0 of set A"), std::string::npos);
  EXPECT_NE(ru_match(5, one, Rows{6}).status().message().find("row 6 of set B"), std::string::npos);
  EXPECT_FALSE(ru_match(5, Rows{2, 2}, one).ok());
  EXPECT_EQ(ru_match(4000000000, one, two).status().code(), Code::kExhausted);
}

// Equation 15 for tiny n: all orders of the rows, all (x, y).
TEST(RuLaw, TheMeanIsThatOverAllOrders) {
  for (std::uint32_t n = 1; n <= 7; ++n)
    for (std::uint32_t size_a = 1; size_a <= n; ++size_a)
      for (std::uint32_t size_b = 1; size_b <= n; ++size_b)
        for (std::uint32_t shared = 0; shared <= std::min(size_a, size_b); ++shared) {
          const std::uint32_t u = size_a + size_b - shared;
          if (u > n) continue;
          Rows sigma(n);
          std::iota(sigma.begin(), sigma.end(), 1);
          double matching = 0;
          double orders = 0;
          do {
            Rows a(sigma.begin(), sigma.begin() + size_a);
            Rows b(sigma.begin() + size_a - shared, sigma.begin() + u);
            std::ranges::sort(a);
            std::ranges::sort(b);
            matching += static_cast<double>(ru_match(n, a, b)->matching);
            ++orders;
          } while (std::ranges::next_permutation(sigma).found);
          EXPECT_NEAR(ru_mean_match(n, size_a, size_b, shared).value(), matching / orders / n / n, 1e-12)
              << n << " " << size_a << " " << size_b << " " << shared;
        }
}

TEST(RuLaw, TheMeanOfAPrimeIsCloseToTheSimilarity) {
  for (const std::uint32_t n : {2u, 13u, 101u, 10007u, 1000003u}) {
    const std::uint32_t size = std::max(1u, n / 50);
    for (const std::uint32_t shared : {0u, size / 2, size}) {
      if (2 * size - shared > n) continue;
      const double j = static_cast<double>(shared) / (2.0 * size - shared);
      EXPECT_NEAR(ru_mean_match(n, size, size, shared).value(), j + (1 - j) / n, 1e-13);
    }
  }
}

// Composite n by simulation of the orders: 400 orders, all (x, y) exactly.
TEST(RuLaw, TheMeanHoldsForCompositeNumbers) {
  std::mt19937_64 random(23);
  for (const std::uint32_t n : {48u, 60u, 64u}) {
    Rows sigma(n);
    std::iota(sigma.begin(), sigma.end(), 1);
    double sum = 0;
    double squares = 0;
    constexpr int kOrders = 400;
    for (int order = 0; order < kOrders; ++order) {
      std::ranges::shuffle(sigma, random);
      Rows a(sigma.begin(), sigma.begin() + 9);
      Rows b(sigma.begin() + 5, sigma.begin() + 13);
      std::ranges::sort(a);
      std::ranges::sort(b);
      const double p = ru_match(n, a, b)->probability();
      sum += p;
      squares += p * p;
    }
    const double mean = sum / kOrders;
    const double error = std::sqrt((squares / kOrders - mean * mean) / kOrders);
    EXPECT_NEAR(ru_mean_match(n, 9, 8, 4).value(), mean, 4 * error) << n;
  }
  EXPECT_FALSE(ru_mean_match(10, 6, 6, 1).ok());
  EXPECT_EQ(ru_mean_match(4000000000, 2, 2, 1).status().code(), Code::kExhausted);
  EXPECT_NEAR(ru_mean_match(4294967291, 2, 2, 1).value(), 1.0 / 3, 1e-9);  // a prime
  EXPECT_FALSE(ru_mean_match(10, 2, 6, 3).ok());
  EXPECT_EQ(ru_mean_match(10, 0, 6, 0).value(), 0);
}

}  // namespace
}  // namespace textkin::stats
