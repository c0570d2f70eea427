#include "sketch/studies/ru.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/law/modified_similarity.h"
#include "stats/ru/ru_law.h"

namespace textkin::sketch {
namespace {

using Rows = std::vector<std::uint32_t>;

// The definition, function by function and row by row.
std::uint32_t direct_matches(const RuMatrix& m, const std::vector<RuFunction>& functions, RuExtreme extreme) {
  std::uint32_t matches = 0;
  for (const RuFunction& z : functions) {
    const auto cell = [&](const Rows& rows) {
      std::uint32_t best = extreme == RuExtreme::kMinimum ? m.rows + 1 : 0;
      for (const std::uint32_t row : rows)
        best = extreme == RuExtreme::kMinimum ? std::min(best, z(row, m.rows)) : std::max(best, z(row, m.rows));
      return best;
    };
    matches += !m.a.empty() && !m.b.empty() && cell(m.a) == cell(m.b);
  }
  return matches;
}

std::uint32_t streamed_matches(const RuMatrix& m, const std::vector<RuFunction>& functions, RuExtreme extreme) {
  RuProcess process({m.rows, functions, {}}, extreme);
  run_ru(m, process);
  return process.matches();
}

std::vector<RuFunction> every_function(std::uint32_t n) {
  std::vector<RuFunction> functions;
  for (std::uint32_t x = 1; x <= n; ++x)
    for (std::uint32_t y = 1; y <= n; ++y) functions.push_back({x, y});
  return functions;
}

TEST(Ru, ValuesAreOneToNAndZeroIsWrittenN) {
  const RuFunction z{3, 1};
  EXPECT_EQ(z(1, 5), 4u);
  EXPECT_EQ(z(3, 5), 5u);  // 10 mod 5 = 0
  Rows values;
  for (std::uint32_t i = 1; i <= 5; ++i) values.push_back(z(i, 5));
  std::sort(values.begin(), values.end());
  EXPECT_EQ(values, (Rows{1, 2, 3, 4, 5}));
}

TEST(Ru, MatrixOfEachListing) {
  const std::vector<Feature> a{10, 20, 30};
  const std::vector<Feature> b{20, 40};
  RuMatrix m = ru_matrix(a, b, RuListing::kOnce);
  EXPECT_EQ(m.rows, 4u);
  EXPECT_EQ(m.a, (Rows{1, 2, 3}));
  EXPECT_EQ(m.b, (Rows{2, 4}));
  m = ru_matrix(a, b, RuListing::kTwice);  // 10 20 30 20 40
  EXPECT_EQ(m.rows, 5u);
  EXPECT_EQ(m.a, (Rows{1, 2, 3, 4}));
  EXPECT_EQ(m.b, (Rows{2, 4, 5}));
  m = ru_matrix(a, b, RuListing::kTwiceApart);
  EXPECT_EQ(m.rows, 5u);
  EXPECT_EQ(m.a, (Rows{1, 2, 3}));
  EXPECT_EQ(m.b, (Rows{4, 5}));
  EXPECT_EQ(ru_matches(ru_matrix({}, {}, RuListing::kOnce), 8, 1, RuExtreme::kMinimum), 0u);
  EXPECT_EQ(ru_matches(ru_matrix(a, {}, RuListing::kTwice), 8, 1, RuExtreme::kMaximum), 0u);
  EXPECT_EQ(ru_matches(ru_matrix(a, a, RuListing::kTwice), 8, 1, RuExtreme::kMinimum), 8u);
}

// Every pair of columns of a few rows, every function: the process, the definition and the law of stats agree.
TEST(Ru, ProcessEqualsDefinitionAndLawByEnumeration) {
  for (const std::uint32_t n : {1u, 2u, 4u, 5u, 6u}) {
    const std::vector<RuFunction> functions = every_function(n);
    for (std::uint32_t code = 0; code < 1u << (2 * n); ++code) {
      RuMatrix m;
      m.rows = n;
      for (std::uint32_t row = 1; row <= n; ++row) {
        if (code >> (2 * row - 2) & 1) m.a.push_back(row);
        if (code >> (2 * row - 1) & 1) m.b.push_back(row);
      }
      for (const RuExtreme extreme : {RuExtreme::kMinimum, RuExtreme::kMaximum}) {
        const std::uint32_t matches = streamed_matches(m, functions, extreme);
        ASSERT_EQ(matches, direct_matches(m, functions, extreme)) << n << " rows, code " << code;
        ASSERT_EQ(matches, stats::ru_match(n, m.a, m.b).value().matching) << n << " rows, code " << code;
      }
    }
  }
}

// The mean over all orders of the rows: J + (1 - J) / n where n is prime, and what each listing makes of that.
TEST(Ru, MeanOverOrdersIsThatOfEachListing) {
  struct Case {
    RuListing listing;
    std::uint32_t size_a, size_b, shared;  // sets
    double similarity;                     // what the columns have in common, of n
  };
  // 2 and 3 elements, 1 shared: n = 4 for RU (not prime) and 5 for RUM; 3 and 4, 2 shared: n = 5 and 7.
  for (const Case& c : {Case{RuListing::kOnce, 3, 4, 2, 2.0 / 5}, Case{RuListing::kTwice, 2, 3, 1, 2.0 / 5},
                        Case{RuListing::kTwice, 3, 4, 2, 4.0 / 7}, Case{RuListing::kTwiceApart, 3, 4, 2, 0},
                        Case{RuListing::kTwiceApart, 2, 3, 1, 0}}) {
    std::vector<Feature> a(c.size_a);
    std::iota(a.begin(), a.end(), 1);
    std::vector<Feature> b(c.size_b);
    std::iota(b.begin(), b.end(), 1 + c.size_a - c.shared);
    const RuMatrix listed = ru_matrix(a, b, c.listing);
    const std::uint32_t n = listed.rows;
    const std::vector<RuFunction> functions = every_function(n);
    Rows order(n);
    std::iota(order.begin(), order.end(), 1);
    std::uint64_t matches = 0;
    std::uint64_t trials = 0;
    do {
      RuMatrix m;
      m.rows = n;
      for (const std::uint32_t row : listed.a) m.a.push_back(order[row - 1]);
      for (const std::uint32_t row : listed.b) m.b.push_back(order[row - 1]);
      matches += direct_matches(m, functions, RuExtreme::kMinimum);
      trials += functions.size();
    } while (std::next_permutation(order.begin(), order.end()));
    const double mean = static_cast<double>(matches) / static_cast<double>(trials);
    EXPECT_NEAR(mean, c.similarity + (1 - c.similarity) / n, 1e-12);
    Rows common;
    std::set_intersection(listed.a.begin(), listed.a.end(), listed.b.begin(), listed.b.end(),
                          std::back_inserter(common));
    EXPECT_NEAR(
        mean,
        stats::ru_mean_match(n, static_cast<std::uint32_t>(listed.a.size()),
                             static_cast<std::uint32_t>(listed.b.size()), static_cast<std::uint32_t>(common.size()))
            .value(),
        1e-9);
    if (c.listing == RuListing::kTwice) {
      const double jaccard = static_cast<double>(c.shared) / (c.size_a + c.size_b - c.shared);
      EXPECT_NEAR(stats::modified_similarity(jaccard), c.similarity, 1e-12);
    }
  }
}

TEST(Ru, FunctionsAreUniformOnOneToN) {
  const std::vector<RuFunction> functions = draw_ru_functions(6, 36'000, 5).functions;
  std::vector<int> counts(36, 0);
  for (const RuFunction& z : functions) ++counts[(z.x - 1) * 6 + z.y - 1];
  for (const int count : counts) EXPECT_NEAR(count, 1000, 4 * std::sqrt(1000.0));
}

TEST(Ru, UnitsAndPrimesNeverJoinRows) {
  std::vector<int> counts(12, 0);
  for (const RuFunction& z : draw_ru_functions(12, 40'000, 5, RuDraw::kUnits).functions) ++counts[z.x - 1];
  for (std::uint32_t x = 1; x <= 12; ++x)
    EXPECT_NEAR(counts[x - 1], std::gcd(x, 12u) == 1 ? 10'000 : 0, 4 * std::sqrt(7500.0)) << x;
  const RuFunctions prime = draw_ru_functions(12, 60'000, 5, RuDraw::kPrime);
  EXPECT_EQ(prime.modulus, 13u);
  counts.assign(13, 0);
  for (const RuFunction& z : prime.functions) ++counts[z.x - 1];
  for (int x = 1; x <= 13; ++x) EXPECT_NEAR(counts[x - 1], x < 13 ? 5000 : 0, 4 * std::sqrt(5000.0)) << x;
  EXPECT_EQ(draw_ru_functions(1, 3, 5, RuDraw::kPrime).modulus, 2u);
}

// Every row is the least of all equally often: with orders of their own and units no function has a favourite.
TEST(Ru, OwnOrdersMakeEveryRowTheLeastEquallyOften) {
  const RuFunctions drawn = draw_ru_functions(6, 30'000, 3, RuDraw::kUnits, true);
  std::vector<int> least(6, 0);
  for (std::size_t f = 0; f < drawn.functions.size(); ++f)
    for (std::uint32_t row = 1; row <= 6; ++row) least[row - 1] += drawn.value(f, row) == 1;
  for (const int count : least) EXPECT_NEAR(count, 5000, 4 * std::sqrt(5000.0 * 5 / 6));
  RuMatrix m{6, {1, 2, 3}, {2, 3, 4}};
  RuProcess process(drawn, RuExtreme::kMinimum);
  run_ru(m, process);
  std::uint32_t matches = 0;
  for (std::size_t f = 0; f < drawn.functions.size(); ++f) {
    const auto cell = [&](const Rows& rows) {
      std::uint32_t best = 7;
      for (const std::uint32_t row : rows) best = std::min(best, drawn.value(f, row));
      return best;
    };
    matches += cell(m.a) == cell(m.b);
  }
  EXPECT_EQ(process.matches(), matches);
  EXPECT_NEAR(matches / 30'000.0, 0.5, 4 * std::sqrt(0.25 / 30'000));
}

TEST(Ru, TraceTellsEveryChange) {
  const RuMatrix m{5, {1, 3}, {2, 3, 5}};
  RuProcess process({5, {{2, 1}, {3, 4}}, {}}, RuExtreme::kMinimum);  // z1: 3 5 2 4 1, z2: 2 5 3 1 4
  std::vector<std::vector<RuProcess::Change>> traced;
  run_ru(m, process, &traced);
  std::vector<Rows> cells(2, Rows(2, process.start()));
  for (const auto& changes : traced)
    for (const RuProcess::Change& change : changes) {
      EXPECT_EQ(cells[change.column][change.function], change.before);
      cells[change.column][change.function] = change.after;
    }
  EXPECT_EQ(cells, (std::vector<Rows>{{2, 2}, {1, 3}}));
  EXPECT_EQ(Rows(process.cells(1).begin(), process.cells(1).end()), (Rows{1, 3}));
  EXPECT_TRUE(traced[3].empty());  // row 4 is in neither
  EXPECT_EQ(traced[2].size(), 3u);
}

// RUM's conversion is convex: its mean is too large by the term of the header, and exactly so by the binomial law.
TEST(Ru, ConversionIsTooLargeInTheMean) {
  const double p = 2.0 / 3;  // J = 1/2
  const auto mean_converted = [&](int k) {
    double mean = 0;
    double pmf = std::pow(1 - p, k);
    for (int j = 0; j <= k; ++j) {
      mean += pmf * stats::plain_similarity(static_cast<double>(j) / k);
      pmf *= p / (1 - p) * (k - j) / (j + 1);
    }
    return mean;
  };
  EXPECT_NEAR(mean_converted(5), 0.53798, 1e-5);
  EXPECT_NEAR(mean_converted(400) - 0.5, 2 * p * (1 - p) / (std::pow(2 - p, 3) * 400), 2e-6);
}

}  // namespace
}  // namespace textkin::sketch
