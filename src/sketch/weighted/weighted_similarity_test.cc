#include "sketch/weighted/weighted_similarity.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <bit>
#include <cmath>
#include <vector>

#include "hash/mix.h"
#include "sketch/weighted/natural_log.h"
#include "sketch/weighted/testing_weighted_vectors.h"

namespace textkin::sketch {
namespace {

// The sums as they are defined, over all pairs of features.
double brute_probability_jaccard(const Vector& x, const Vector& y) {
  const std::size_t n = x.size();
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (x[i] <= 0 || y[i] <= 0) continue;
    double most = 0;
    for (std::size_t j = 0; j < n; ++j) most += std::max(x[j] / x[i], y[j] / y[i]);
    sum += 1 / most;
  }
  return sum;
}

TEST(WeightedSimilarity, KnownValues) {
  const SparsePair half({1, 2}, {2, 1});
  EXPECT_DOUBLE_EQ(weighted_jaccard(half.a(), half.b()), .5);
  EXPECT_DOUBLE_EQ(probability_jaccard(half.a(), half.b()), 2.0 / 3);
  EXPECT_DOUBLE_EQ(weighted_cosine(half.a(), half.b()), .8);
  const SparsePair scaled({1, 2, 3}, {2, 4, 6});
  EXPECT_DOUBLE_EQ(weighted_jaccard(scaled.a(), scaled.b()), .5);
  EXPECT_DOUBLE_EQ(probability_jaccard(scaled.a(), scaled.b()), 1);
  EXPECT_DOUBLE_EQ(weighted_cosine(scaled.a(), scaled.b()), 1);
  const SparsePair empty({0, 0}, {1, 2});
  EXPECT_EQ(weighted_jaccard(empty.a(), empty.b()), 0);
  EXPECT_EQ(probability_jaccard(empty.a(), empty.b()), 0);
  EXPECT_EQ(weighted_cosine(empty.b(), empty.a()), 0);
}

TEST(WeightedSimilarity, WithoutWeightsIsThatOfSets) {
  const std::vector<Feature> a{1, 2, 3, 5, 9};
  const std::vector<Feature> b{2, 3, 4, 9};
  EXPECT_DOUBLE_EQ(weighted_jaccard({a, {}}, {b, {}}), 3.0 / 6);
  EXPECT_DOUBLE_EQ(probability_jaccard({a, {}}, {b, {}}), 3.0 / 6);
  EXPECT_DOUBLE_EQ(weighted_cosine({a, {}}, {b, {}}), 3 / std::sqrt(20.0));
}

// A few distinct values, so that ratios are often equal.
rc::Gen<Vector> vectors(std::size_t n) {
  return rc::gen::container<Vector>(n, rc::gen::element(0.0, 0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 1e-6, 1e5, 0.1));
}

RC_GTEST_PROP(WeightedSimilarity, EqualsTheDefinitions, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(1, 40);
  const Vector x = *vectors(n);
  const Vector y = *vectors(n);
  const SparsePair pair(x, y);
  double least = 0, most = 0, product = 0, square_x = 0, square_y = 0;
  for (std::size_t i = 0; i < n; ++i) {
    least += std::min(x[i], y[i]);
    most += std::max(x[i], y[i]);
    product += x[i] * y[i];
    square_x += x[i] * x[i];
    square_y += y[i] * y[i];
  }
  const bool empty = square_x == 0 || square_y == 0;
  const auto near = [](double got, double wanted) {
    return std::abs(got - wanted) <= 1e-12 * std::max(wanted, 1e-300);
  };
  RC_ASSERT(near(weighted_jaccard(pair.a(), pair.b()), empty ? 0 : least / most));
  RC_ASSERT(near(weighted_cosine(pair.a(), pair.b()), empty ? 0 : product / std::sqrt(square_x * square_y)));
  RC_ASSERT(near(probability_jaccard(pair.a(), pair.b()), empty ? 0 : brute_probability_jaccard(x, y)));
  RC_ASSERT(probability_jaccard(pair.a(), pair.b()) == probability_jaccard(pair.b(), pair.a()) ||
            near(probability_jaccard(pair.a(), pair.b()), probability_jaccard(pair.b(), pair.a())));
}

TEST(NaturalLog, IsRightToTheLastBits) {
  for (std::uint64_t i = 0; i < 200000; ++i) {
    const double x =
        uniform_of(hash::stream_word(3, i)) * (i % 2 == 0 ? 1 : std::ldexp(1.0, static_cast<int>(i % 200) - 100));
    const long double exact = std::log(static_cast<long double>(x));
    ASSERT_NEAR(natural_log(x), static_cast<double>(exact), 4e-16 * std::max(1.0, std::abs(static_cast<double>(exact))))
        << x;
  }
  for (const double x : {1 - 0x1p-53, 1 - 0x1p-30, 1 + 0x1p-52, 1 + 0x1p-20, .7071067811865475, .7071067811865476,
                         1.4142135623730949, 1.4142135623730951, 1e-300, 1e300})
    EXPECT_NEAR(natural_log(x) / std::log(x), 1, 4e-16) << x;
  EXPECT_EQ(natural_log(1), 0);
  EXPECT_LT(natural_log(uniform_of(~0ull)), 0);
  EXPECT_GT(uniform_of(0), 0);
  EXPECT_LT(natural_log(uniform_of_half(~0u)), 0);
}

// Bits from another implementation of the same operations: another compiler or flag that contracts or reorders them
// would change sketches that are stored.
TEST(NaturalLog, KeepsItsBits) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(natural_log(0.3)), 0xBFF34378FCBDA721ull);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(natural_log(uniform_of(0x123456789ABCDEFull))), 0xC015AA16394D4834ull);
}

}  // namespace
}  // namespace textkin::sketch
