// One suite over every family of the catalogue: an addition needs its line there and nothing here.
#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "base/cpu.h"
#include "hash/catalog.h"
#include "hash/draws.h"

namespace textkin::hash {

// What a failure names.
void PrintTo(const FamilyEntry& entry, std::ostream* out) { *out << entry.name; }

namespace {

class Family : public testing::TestWithParam<FamilyEntry> {
 protected:
  ~Family() override { (void)base::force_simd("auto"); }

  // A prime universe that is small enough for tables, and large enough for sets of keys.
  static std::unique_ptr<HashFamily> make(std::uint32_t rows, std::uint64_t seed, std::uint64_t universe = 10007) {
    return std::move(make_family(GetParam().name, {rows, seed, GetParam().for_features() ? 0 : universe})).value();
  }
  static std::vector<std::uint64_t> keys(const HashFamily& family, std::size_t count, std::uint64_t seed) {
    Draws draws(seed);
    std::vector<std::uint64_t> keys(count);
    for (std::uint64_t& key : keys)
      key = family.largest_key() + 1 == 0 ? draws.word() : draws.below(family.largest_key() + 1);
    return keys;
  }
};

TEST_P(Family, MinimaEqualTheDefinitionOnEveryTarget) {
  for (const char* target : {"scalar", "neon", "sse4", "avx2", "avx512"}) {
    if (!base::force_simd(target).ok()) continue;
    for (const std::uint32_t rows : {1u, 3u, 128u, 130u})
      for (const std::size_t count : {0, 1, 2, 9, 64, 1100}) {
        if (rows > 3 && count > 64) continue;
        const auto family = make(rows, 7, 1009);
        const auto given = keys(*family, count, count);
        std::vector<std::uint32_t> out(family->padded_rows());
        family->minima(given.data(), given.size(), out.data());
        for (std::uint32_t row = 0; row < rows; ++row) {
          std::uint32_t least = 0xFFFFFFFEu;
          for (const std::uint64_t key : given) least = std::min(least, family->cell(family->value(row, key)));
          ASSERT_EQ(out[row], least) << target << " " << rows << " " << count << " " << row;
        }
      }
  }
}

TEST_P(Family, CellsAreValuesOrTheirFirst32Bits) {
  const auto family = make(1, 1);
  EXPECT_EQ(family->cell(0), 0u);
  if (family->largest() < 0xFFFFFFFFu) {
    EXPECT_EQ(family->cell(family->largest()), family->largest());
  } else {
    EXPECT_EQ(family->cell(family->largest()), 0xFFFFFFFEu);
    EXPECT_EQ(family->cell(family->largest() / 2), 0x7FFFFFFFu);
  }
}

TEST_P(Family, SeedsDecideAndTheNumberOfRowsDoesNot) {
  const auto one = make(20, 3);
  const auto more = make(50, 3);
  const auto other = make(20, 4);
  int equal = 0;
  std::set<std::vector<std::uint64_t>> rows;
  for (std::uint32_t row = 0; row < 20; ++row) {
    std::vector<std::uint64_t> values;
    for (const std::uint64_t key : keys(*one, 30, 1)) {
      ASSERT_EQ(one->value(row, key), more->value(row, key));
      equal += one->value(row, key) == other->value(row, key);
      values.push_back(one->value(row, key));
    }
    rows.insert(values);
  }
  EXPECT_EQ(rows.size(), 20u);
  // The first row of the multiplicative families is Knuth's under every seed.
  EXPECT_LE(equal, GetParam().name.starts_with("multiplicative") ? 35 : 5);
}

TEST_P(Family, ValuesStayInTheirRange) {
  for (const std::uint64_t universe : {2, 3, 30, 64, 10000}) {
    const auto family = make(100, 5, universe);
    for (const std::uint64_t key : keys(*family, 100, 2))
      for (std::uint32_t row = 0; row < 100; ++row) ASSERT_LE(family->value(row, key), family->largest());
    for (std::uint32_t row = 0; row < 100; ++row)
      ASSERT_LE(family->value(row, family->largest_key()), family->largest());
  }
}

// Chi-square in 64 parts of the range: one random key under many functions, and many keys under one.
TEST_P(Family, ValuesAreUniform) {
  const auto family = make(1024, 11);
  const auto given = keys(*family, 256, 5);
  const auto chi_square = [&](auto value_of, int count) {
    std::array<double, 64> parts{};
    for (int i = 0; i < count; ++i) {
      const double place = static_cast<double>(value_of(i)) / (static_cast<double>(family->largest()) + 1);
      parts[static_cast<std::size_t>(std::min(place, .9999999999) * 64)] += 1;
    }
    double sum = 0;
    for (const double part : parts) sum += (part - count / 64.) * (part - count / 64.) / (count / 64.);
    return sum;
  };
  double keys_sum = 0;
  for (std::size_t key = 0; key < 16; ++key)
    keys_sum += chi_square([&](int row) { return family->value(static_cast<std::uint32_t>(row), given[key]); }, 1024);
  double rows_sum = 0;
  const auto many = keys(*family, 1024, 6);
  for (std::uint32_t row = 0; row < 16; ++row)
    rows_sum += chi_square([&](int i) { return family->value(row, many[static_cast<std::size_t>(i)]); }, 1024);
  // 16 sums of 63 degrees of freedom: 1008 with a standard deviation of 45, where keys or rows are independent; values
  // of one linear function at independent keys are, too.
  EXPECT_NEAR(keys_sum, 1008, 4.5 * 45);
  EXPECT_NEAR(rows_sum, 1008, 4.5 * 45);
}

TEST_P(Family, IsBijectiveWhereItSaysSo) {
  if (!GetParam().bijective) GTEST_SKIP();
  for (const std::uint64_t universe : {2, 30, 64, 101, 5000}) {
    const auto family = make(16, 9, universe);
    const std::uint64_t count = std::min<std::uint64_t>(family->largest_key(), 20000);
    for (std::uint32_t row = 0; row < 16; ++row) {
      std::vector<std::uint64_t> values;
      for (std::uint64_t key = 0; key <= count; ++key)
        values.push_back(family->value(row, family->largest_key() - key));
      std::ranges::sort(values);
      ASSERT_EQ(std::ranges::adjacent_find(values), values.end()) << universe << " " << row;
      if (count == family->largest_key()) {
        ASSERT_EQ(values.back(), count);
      }
    }
  }
}

// 1 .. 64 against 33 .. 96, of which a third is common: -.049 where a family is linear, and none elsewhere.
TEST_P(Family, IsBiasedOnKeysInARowWhereItSaysSo) {
  const std::uint32_t rows = 1024;
  double equal = 0;
  const int seeds = 8;
  std::vector<std::uint64_t> given[2];
  for (std::uint64_t key = 1; key <= 64; ++key) given[0].push_back(key), given[1].push_back(key + 32);
  for (int seed = 0; seed < seeds; ++seed) {
    // Tables of a permutation are dear; only the linear families' bias depends on the universe.
    const auto family = make(rows, static_cast<std::uint64_t>(seed), GetParam().any_keys ? 199 : 10007);
    std::vector<std::uint32_t> out[2];
    for (int side = 0; side < 2; ++side) {
      out[side].resize(family->padded_rows());
      family->minima(given[side].data(), given[side].size(), out[side].data());
    }
    for (std::uint32_t row = 0; row < rows; ++row) equal += out[0][row] == out[1][row];
  }
  const double bias = equal / (rows * seeds) - 1.0 / 3;
  EXPECT_NEAR(bias, GetParam().any_keys ? 0 : -.049, 4 * std::sqrt(2. / 9 / (rows * seeds)));
}

INSTANTIATE_TEST_SUITE_P(Catalog, Family, testing::ValuesIn(families().begin(), families().end()),
                         [](const auto& info) {
                           std::string name(info.param.name);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(FamilyCatalog, RefusesWhatItDoesNotHave) {
  for (const FamilyEntry& entry : families()) {
    for (const std::uint32_t rows : {0u, entry.max_rows + 1}) {
      const auto family = make_family(entry.name, {rows, 1, entry.for_features() ? 0u : 101u});
      EXPECT_EQ(family.status().code(), Code::kInvalidArgument) << entry.name;
      EXPECT_NE(family.status().message().find(std::to_string(entry.max_rows)), std::string::npos);
    }
    EXPECT_EQ(make_family(entry.name, {1, 1, 0}).ok(), entry.for_features()) << entry.name;
    EXPECT_EQ(make_family(entry.name, {1, 1, 1ull << 60}).status().code(), Code::kInvalidArgument) << entry.name;
  }
  EXPECT_EQ(make_family("linear", {1, 1, 0}).status().message(), "hash family 'linear' needs a modulus");
  EXPECT_EQ(make_family("odd", {1, 1, 5}).status().message(), "hash family 'odd' has no parameter, not 5");
  EXPECT_NE(find_family("murmur").status().message().find("'murmur3'"), std::string::npos);
  EXPECT_LT(find_family(std::string(100000, 'x')).status().message().size(), 400u);
  std::set<std::string_view> names;
  for (const FamilyEntry& entry : families()) names.insert(entry.name);
  EXPECT_EQ(names.size(), families().size());
}

}  // namespace
}  // namespace textkin::hash
