#include "stats/ru/ru_drawing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "stats/ru/ru_law.h"

namespace textkin::stats {
namespace {

using Rows = std::vector<std::uint32_t>;

std::uint32_t drawn_value(std::uint32_t x, std::uint32_t y, std::uint32_t row, std::uint32_t n) {
  const std::uint32_t remainder = (x * row + y) % n;
  return remainder == 0 ? n : remainder;
}

std::vector<RuDrawing::Joint> drawn_table(std::uint32_t n, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<RuDrawing::Joint> table;
  for (std::uint32_t x = 1; x <= n; ++x)
    for (std::uint32_t y = 1; y <= n; ++y) table.push_back({x, y, static_cast<double>(random() % 5)});
  table.front().weight += 1;
  return table;
}

RuDrawing::Match enumerated_match(std::uint32_t n, const std::vector<RuDrawing::Joint>& table, const Rows& a,
                                  const Rows& b, bool maximum) {
  double sum = 0;
  RuDrawing::Match match;
  for (const auto& [x, y, weight] : table) {
    sum += weight;
    const auto cell = [&](const Rows& rows) {
      std::vector<std::uint32_t> values;
      for (const std::uint32_t row : rows) values.push_back(drawn_value(x, y, row, n));
      return maximum ? std::ranges::max(values) : std::ranges::min(values);
    };
    const bool apart = std::gcd(x, n) == 1;
    const bool equal = cell(a) == cell(b);
    match.probability += equal ? weight : 0;
    match.and_apart += equal && apart ? weight : 0;
    for (const std::uint32_t row : a)
      if (apart && std::ranges::binary_search(b, row) && drawn_value(x, y, row, n) == (maximum ? n : 1))
        match.extreme_and_apart += weight;
  }
  return {match.probability / sum, match.and_apart / sum, match.extreme_and_apart / sum};
}

void expect_match(const RuDrawing::Match& found, const RuDrawing::Match& expected) {
  EXPECT_NEAR(found.probability, expected.probability, 1e-12);
  EXPECT_NEAR(found.and_apart, expected.and_apart, 1e-12);
  EXPECT_NEAR(found.extreme_and_apart, expected.extreme_and_apart, 1e-12);
}

TEST(RuDrawing, MatchIsThatOfTheEnumeration) {
  for (const std::uint32_t n : {1u, 2u, 5u, 6u, 8u}) {
    const std::vector<RuDrawing::Joint> table = drawn_table(n, n);
    const RuDrawing drawing = RuDrawing::joint(n, table).value();
    for (std::uint32_t code = 0; code < 1u << (2 * n); code += n > 6 ? 7 : 1) {
      Rows a, b;
      for (std::uint32_t row = 1; row <= n; ++row) {
        if (code >> (2 * row - 2) & 1) a.push_back(row);
        if (code >> (2 * row - 1) & 1) b.push_back(row);
      }
      if (a.empty() || b.empty()) continue;
      for (const bool maximum : {false, true}) {
        SCOPED_TRACE(std::to_string(n) + " rows, code " + std::to_string(code) + (maximum ? ", maximum" : ""));
        expect_match(drawing.match(a, b, maximum).value(), enumerated_match(n, table, a, b, maximum));
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(RuDrawing, MarginalsAreTheirProduct) {
  const std::vector<RuDrawing::Weighted> x{{1, 2}, {4, 1}, {6, 1}, {1, 1}};
  const std::vector<RuDrawing::Weighted> y{{2, 3}, {6, 1}};
  std::vector<RuDrawing::Joint> product, any_y;
  for (const auto& [v, w] : x)
    for (const auto& [u, s] : y) product.push_back({v, u, w * s});
  for (const auto& [v, w] : x)
    for (std::uint32_t u = 1; u <= 6; ++u) any_y.push_back({v, u, w});
  const Rows a{1, 2, 5}, b{2, 3, 5, 6};
  for (const bool maximum : {false, true}) {
    expect_match(RuDrawing::independent(6, x, y)->match(a, b, maximum).value(),
                 enumerated_match(6, product, a, b, maximum));
    expect_match(RuDrawing::independent(6, x, {})->match(a, b, maximum).value(),
                 enumerated_match(6, any_y, a, b, maximum));
  }
}

TEST(RuDrawing, UniformIsTheLawOfThePaper) {
  const Rows a{1, 4, 5, 9}, b{2, 4, 9, 10};
  for (const std::uint32_t n : {10u, 11u, 12u, 40u}) {
    const RuMatch paper = ru_match(n, a, b).value();
    EXPECT_NEAR(RuDrawing::uniform(n).match(a, b, false)->probability, paper.probability(), 1e-12);
    EXPECT_NEAR(RuDrawing::uniform(n).match(a, b, true)->probability, paper.probability(), 1e-12);
    const RuClass& units = paper.classes.front();
    EXPECT_NEAR(RuDrawing::units(n).match(a, b, false)->probability,
                static_cast<double>(units.matching) / static_cast<double>(units.multipliers * n), 1e-12);
    EXPECT_DOUBLE_EQ(keeps_apart(RuDrawing::units(n).gcds()), 1.0);
    EXPECT_NEAR(keeps_apart(RuDrawing::uniform(n).gcds()), static_cast<double>(totient(n)) / n, 1e-12);
    EXPECT_NEAR(ru_mean_match(n, 4, 4, 2, RuDrawing::uniform(n).gcds()).value(), ru_mean_match(n, 4, 4, 2).value(),
                1e-12);
  }
}

TEST(RuDrawing, RowsApart) {
  const std::uint32_t n = 12;
  const std::vector<RuDrawing::Joint> table = drawn_table(n, 3);
  const RuDrawing drawing = RuDrawing::joint(n, table).value();
  double sum = 0, apart = 0;
  std::vector<double> shared(n);  // by the distance of two rows
  for (const auto& [x, y, weight] : table) {
    sum += weight;
    std::vector<std::uint32_t> values;
    for (std::uint32_t row = 1; row <= n; ++row) values.push_back(drawn_value(x, y, row, n));
    for (std::uint32_t distance = 1; distance < n; ++distance)
      shared[distance] += values[0] == values[distance] ? weight : 0;
    std::ranges::sort(values);
    apart += std::ranges::adjacent_find(values) == values.end() ? weight : 0;
  }
  EXPECT_NEAR(keeps_apart(drawing.gcds()), apart / sum, 1e-12);
  for (std::uint32_t distance = 1; distance < n; ++distance)
    EXPECT_NEAR(share_a_value(drawing.gcds(), n, std::gcd(distance, n)), shared[distance] / sum, 1e-12) << distance;
}

// Over all orders of the rows only the law of gcd(X, n) counts, whatever (X, Y) is.
TEST(RuDrawing, MeanOverOrdersIsByTheGcdAlone) {
  const std::uint32_t n = 6;
  const std::vector<RuDrawing::Joint> table = drawn_table(n, 9);
  const RuDrawing drawing = RuDrawing::joint(n, table).value();
  Rows order(n);
  std::iota(order.begin(), order.end(), 1);
  double sum = 0;
  int orders = 0;
  do {
    Rows a{order[0], order[1], order[2]}, b{order[1], order[2], order[3], order[4]};
    std::ranges::sort(a);
    std::ranges::sort(b);
    sum += drawing.match(a, b, false)->probability;
    ++orders;
  } while (std::ranges::next_permutation(order).found);
  EXPECT_NEAR(ru_mean_match(n, 3, 4, 2, drawing.gcds()).value(), sum / orders, 1e-9);
}

TEST(RuDrawing, RefusesWhatIsNoLaw) {
  using Weights = std::vector<RuDrawing::Weighted>;
  EXPECT_FALSE(RuDrawing::independent(5, Weights{{6, 1}}, {}).ok());
  EXPECT_FALSE(RuDrawing::independent(5, {}, Weights{{0, 1}}).ok());
  EXPECT_FALSE(RuDrawing::independent(5, Weights{{1, -1}}, {}).ok());
  EXPECT_FALSE(RuDrawing::independent(5, Weights{{1, 0}}, {}).ok());
  EXPECT_FALSE(RuDrawing::joint(5, std::vector<RuDrawing::Joint>{}).ok());
  EXPECT_FALSE(RuDrawing::joint(5, std::vector<RuDrawing::Joint>{{1, 6, 1}}).ok());
}

}  // namespace
}  // namespace textkin::stats
