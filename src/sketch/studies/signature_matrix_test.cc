#include "sketch/studies/signature_matrix.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace textkin::sketch {
namespace {

using Table = std::vector<std::vector<std::uint64_t>>;

SignatureMatrix example(std::vector<std::vector<std::uint32_t>> sets, std::vector<std::uint64_t> a,
                        std::uint64_t modulus) {
  SignatureMatrix m;
  m.sets = std::move(sets);
  for (const std::uint64_t multiplier : a) m.functions.push_back({multiplier, 1, modulus, true});
  return m;
}

// Kalampokis 2016, section 4.4: rows a .. m = 0 .. 12, h(x) = c x + 1 mod 13.
SignatureMatrix thesis() {
  return example({{0, 3, 6, 7, 10, 11}, {2, 7, 8, 9, 11}, {1, 3, 4, 5, 6, 11}, {0, 2, 3, 8, 9, 11, 12}},
                 {1, 3, 5, 7, 9, 11}, 13);
}

TEST(SignatureMatrix, IsThatOfKalampokis) {
  SignatureMatrix m = thesis();
  fill_signature(m, 13, true);
  EXPECT_EQ(m.signature, (Table{{1, 3, 2, 0}, {1, 2, 0, 1}, {1, 2, 0, 1}, {0, 0, 0, 0}, {0, 4, 2, 1}, {0, 0, 2, 1}}));
  ASSERT_EQ(m.trace.size(), 13u);
  EXPECT_EQ(m.trace[0].changes.size(), 12u);  // row a is in S1 and S4: all six cells of both leave infinity
  ASSERT_EQ(m.trace[12].changes.size(), 1u);  // "SigM[h1][S4] changes to 0", and nothing else
  EXPECT_EQ(m.trace[12].changes[0].function, 0u);
  EXPECT_EQ(m.trace[12].changes[0].document, 3u);
  EXPECT_EQ(m.trace[12].changes[0].before, 1u);
  EXPECT_EQ(m.trace[12].changes[0].after, 0u);
}

TEST(SignatureMatrix, IsThatOfGakhov) {
  SignatureMatrix m = example({{0, 1, 3, 4, 5}, {0, 1, 2, 3, 4}, {0, 3, 4}, {0, 1, 5, 6}}, {1, 3}, 7);
  fill_signature(m, 7, false);
  EXPECT_EQ(m.signature, (Table{{1, 1, 1, 0}, {1, 0, 1, 1}}));
  EXPECT_TRUE(m.trace.empty());
}

TEST(SignatureMatrix, AnEmptySetStaysAtInfinityAndIsInNoBucket) {
  SignatureMatrix m = example({{0, 1}, {}, {0, 1}, {}}, {1, 1}, 2);
  fill_signature(m, 2, false);
  EXPECT_EQ(m.signature[0][1], SignatureMatrix::kInfinity);
  fill_buckets(m, 2, 1);
  ASSERT_EQ(m.buckets.size(), 2u);
  EXPECT_EQ(m.buckets[1].band, 1u);
  EXPECT_EQ(m.buckets[1].documents, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(m.single_buckets, 0u);
}

// Bands of two rows of the thesis's table: (1 1 | 3 2 | 2 0 | 0 1), (1 0 | 2 0 | 0 0 | 1 0), (0 0 | 4 0 | 2 2 | 1 1).
TEST(SignatureMatrix, BucketsHoldEqualBands) {
  SignatureMatrix m = thesis();
  fill_signature(m, 13, false);
  fill_buckets(m, 3, 2);
  ASSERT_EQ(m.buckets.size(), 1u);
  EXPECT_EQ(m.buckets[0].band, 1u);
  EXPECT_EQ(m.buckets[0].cells, (std::vector<std::uint64_t>{1, 0}));
  EXPECT_EQ(m.buckets[0].documents, (std::vector<std::uint32_t>{0, 3}));
  EXPECT_EQ(m.single_buckets, 4u + 2u + 4u);
}

TEST(SignatureMatrix, DrawnFunctionsPermuteAndAreUniform) {
  std::map<std::uint64_t, int> multipliers;
  std::map<std::uint64_t, int> offsets;
  const auto functions = draw_functions(12, 13'000, 7);
  for (const auto& function : functions) {
    EXPECT_EQ(function.modulus, 13u);
    EXPECT_TRUE(permutes(function, 13));
    ++multipliers[function.multiplier];
    ++offsets[function.offset];
  }
  EXPECT_EQ(multipliers.size(), 12u);
  EXPECT_EQ(multipliers.count(0), 0u);
  EXPECT_EQ(offsets.size(), 13u);
  for (const auto& [offset, count] : offsets) EXPECT_NEAR(count, 1000, 4 * 31) << offset;
}

TEST(SignatureMatrix, PermutesIsTrueExactlyWhereNoValueRepeats) {
  for (std::uint64_t modulus = 1; modulus <= 30; ++modulus)
    for (std::uint64_t multiplier = 0; multiplier <= modulus; ++multiplier)
      for (std::uint64_t rows = 1; rows <= 32; ++rows) {
        const SignatureMatrix::Function function{multiplier, 3, modulus, true};
        std::set<std::uint64_t> values;
        for (std::uint64_t x = 0; x < rows; ++x) values.insert(function(x));
        EXPECT_EQ(permutes(function, rows), values.size() == rows) << multiplier << " x mod " << modulus;
      }
}

TEST(SignatureMatrix, LeastPrime) {
  EXPECT_EQ(least_prime(0), 2u);
  EXPECT_EQ(least_prime(2), 2u);
  EXPECT_EQ(least_prime(13), 13u);
  EXPECT_EQ(least_prime(14), 17u);
  EXPECT_EQ(least_prime(1'000'000), 1'000'003u);
}

}  // namespace
}  // namespace textkin::sketch
