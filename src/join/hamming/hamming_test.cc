// Manku's tables: their plan, their keys, and the pairs that they find.
#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "join/hamming/hamming_join.h"
#include "join/hamming/hamming_plan.h"
#include "join/hamming/hamming_table.h"

namespace textkin::join {
namespace {

constexpr double kPages = 1ull << 34;

HammingPlan plan_of(std::uint32_t bits, std::uint32_t distance, std::uint32_t blocks, double documents = 1e6) {
  const Result<HammingPlan> plan = plan_hamming(bits, distance, blocks, documents);
  EXPECT_TRUE(plan.ok()) << plan.status().message();
  return *plan;
}

// Manku, Jain, Das Sarma 2007, section 3, and Gakhov 2016: 2^34 pages, 64 bits, a distance of 3.
TEST(HammingPlan, GivesThePapersTables) {
  const HammingPlan five = plan_of(64, 3, 5);
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t block = 0; block < 5; ++block) sizes.push_back(five.block_bits(block));
  EXPECT_EQ(sizes, (std::vector<std::uint32_t>{13, 13, 13, 13, 12}));
  EXPECT_EQ(five.tables, 10u);
  EXPECT_EQ(five.least_key_bits, 25u);
  EXPECT_EQ(five.most_key_bits, 26u);
  EXPECT_EQ(five.matches_a_probe(kPages), 512);
  EXPECT_EQ(five.storage_bytes(kPages), 10 * 8 * kPages);
  const HammingPlan six = plan_of(64, 3, 6);
  EXPECT_EQ(six.tables, 20u);
  EXPECT_EQ(six.least_key_bits, 31u);
  EXPECT_EQ(six.most_key_bits, 33u);
  EXPECT_EQ(six.matches_a_probe(kPages), 8);
  const HammingPlan four = plan_of(64, 3, 4);
  EXPECT_EQ(four.tables, 4u);
  EXPECT_EQ(four.least_key_bits, 16u);
  EXPECT_EQ(four.most_key_bits, 16u);
  EXPECT_EQ(flips_of(64, 3), 41664);
  EXPECT_EQ(flips_within(64, 3), 41664 + 2016 + 64);
}

TEST(HammingPlan, TakesTheFewestTablesWithKeysLongEnough) {
  EXPECT_EQ(plan_of(64, 3, 0, kPages).blocks, 6u);
  EXPECT_EQ(plan_of(64, 3, 0, 1ull << 28).blocks, 5u);
  EXPECT_EQ(plan_of(64, 3, 0, 1ull << 29).blocks, 6u);
  EXPECT_EQ(plan_of(64, 3, 0, 1ull << 19).blocks, 4u);
  EXPECT_EQ(plan_of(64, 3, 0, 0).blocks, 4u);
  EXPECT_EQ(plan_of(64, 0, 0, 1e9).tables, 1u);
  EXPECT_EQ(plan_of(64, 0, 0, 1e9).least_key_bits, 64u);
  // No number of blocks gives such keys: the longest that are to be had.
  const HammingPlan longest = plan_of(64, 30, 0, 1e9);
  EXPECT_EQ(longest.blocks, hamming_plans(64, 30)->back().blocks);
  EXPECT_LE(longest.tables, kMostTables);
}

TEST(HammingPlan, RefusesWhatCannotBe) {
  for (const auto& [bits, distance, blocks] : std::vector<std::array<std::uint32_t, 3>>{
           {0, 0, 0}, {129, 3, 0}, {64, 64, 0}, {64, 3, 3}, {64, 3, 65}, {64, 10, 60}, {8, 9, 0}})
    EXPECT_EQ(plan_hamming(bits, distance, blocks, 1000).status().code(), Code::kInvalidArgument) << bits;
}

// The bits of `code`, highest first.
std::string printed(Fingerprint code, std::uint32_t bits) {
  std::string out;
  while (bits-- > 0) out += code >> bits & 1 ? '1' : '0';
  return out;
}

// Gakhov 2016: pi = {1 -> 2, 2 -> 4, 3 -> 3, 4 -> 1} of {0110, 0010, 0010, 1001, 1110}. The slide's sorted table has
// 0011 twice and 0010 once; two fingerprints are 0010, and one is 0110.
TEST(BitPermutation, GivesGakhovsTable) {
  const BitPermutation permute({{0, 1}, {3, 1}, {1, 1}, {2, 1}});
  EXPECT_EQ(printed(permute(0b0110), 4), "0011");
  EXPECT_EQ(printed(permute(0b0010), 4), "0010");
  EXPECT_EQ(printed(permute(0b1001), 4), "1100");
  EXPECT_EQ(printed(permute(0b1110), 4), "0111");
  std::vector<std::string> table;
  for (const unsigned code : {0b0110, 0b0010, 0b0010, 0b1001, 0b1110}) table.push_back(printed(permute(code), 4));
  std::ranges::sort(table);
  EXPECT_EQ(table, (std::vector<std::string>{"0010", "0010", "0011", "0111", "1100"}));
}

TEST(TableKey, HasTheChosenBlocksInFront) {
  const HammingPlan plan = plan_of(64, 3, 5);
  const std::vector<TableKey> keys = table_keys(plan);
  ASSERT_EQ(keys.size(), 10u);
  // The last table's blocks are the fourth and the fifth: the lowest 25 bits.
  EXPECT_EQ(keys.back().key_bits(), 25u);
  const Fingerprint low = (Fingerprint{1} << 25) - 1;
  EXPECT_EQ(printed(keys.back().permute(low), 64), std::string(25, '1') + std::string(39, '0'));
  std::mt19937_64 random(3);
  for (const TableKey& key : keys) {
    const Fingerprint a = random(), b = random();
    EXPECT_EQ(hamming_distance(key.permute(a), key.permute(b)), hamming_distance(a, b));
  }
}

// Every difference of up to k bits belongs to exactly one table.
TEST(TableKey, EveryDifferenceHasOneTable) {
  std::mt19937_64 random(4);
  for (const auto& [bits, distance, blocks] :
       std::vector<std::array<std::uint32_t, 3>>{{64, 3, 4}, {64, 3, 6}, {128, 5, 8}, {17, 2, 9}, {128, 1, 8}}) {
    const std::vector<TableKey> keys = table_keys(plan_of(bits, distance, blocks));
    for (int round = 0; round < 500; ++round) {
      Fingerprint difference = 0;
      for (std::uint32_t flip = 0; flip < distance; ++flip) difference |= Fingerprint{1} << random() % bits;
      EXPECT_EQ(std::ranges::count_if(keys, [&](const TableKey& key) { return key.owns(difference); }), 1);
    }
  }
}

// Random codes, and around some of them others at all small distances; some codes twice.
Fingerprints planted(std::uint32_t bits, std::size_t count, std::uint32_t distance, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Fingerprint> codes;
  while (codes.size() < count) {
    Fingerprint code = (Fingerprint{random()} << 64 | random()) & BitPermutation::low_bits(bits);
    if (!codes.empty() && random() % 3 == 0) {
      code = codes[random() % codes.size()];
      for (std::uint64_t flips = random() % (distance + 3); flips > 0; --flips)
        code ^= Fingerprint{1} << random() % bits;
    }
    codes.push_back(code);
  }
  Fingerprints out(bits);
  for (const Fingerprint code : codes) out.push_back(code);
  return out;
}

std::vector<HammingPair> brute_force(const Fingerprints& codes, const Fingerprints* probes, std::uint32_t distance) {
  std::vector<HammingPair> pairs;
  for (std::uint32_t a = 0; a < codes.size(); ++a)
    for (std::uint32_t b = probes ? 0 : a + 1; b < (probes ? probes->size() : codes.size()); ++b)
      if (hamming_distance(codes[a], probes ? (*probes)[b] : codes[b]) <= distance) pairs.push_back({a, b});
  return pairs;
}

TEST(HammingJoin, EqualsBruteForce) {
  struct Case {
    std::uint32_t bits, distance, blocks;
  };
  for (const Case& c : {Case{64, 3, 4},
                        {64, 3, 5},
                        {64, 3, 6},
                        {64, 0, 1},
                        {64, 0, 3},
                        {64, 6, 9},
                        {64, 1, 2},
                        {64, 1, 64},
                        {64, 10, 0},
                        {128, 3, 6},
                        {128, 8, 10},
                        {128, 1, 2},
                        {128, 1, 16},
                        {128, 2, 8},
                        {16, 2, 4},
                        {16, 3, 8},
                        {7, 2, 3},
                        {1, 0, 1}}) {
    const HammingPlan plan = plan_of(c.bits, c.distance, c.blocks, 700);
    const Fingerprints codes = planted(c.bits, c.bits < 10 ? 60 : 700, c.distance, c.bits + c.distance);
    const std::vector<HammingPair> expected = brute_force(codes, nullptr, c.distance);
    EXPECT_GT(expected.size(), 5u);
    for (const unsigned threads : {1u, 3u})
      for (const std::uint64_t table_bytes : {std::uint64_t{1} << 20, std::uint64_t{16} * 100}) {
        const Result<HammingPairs> found =
            hamming_self_join(codes, plan, {.table_bytes = table_bytes, .threads = threads});
        ASSERT_TRUE(found.ok());
        ASSERT_TRUE(found->pairs == expected) << c.bits << " " << c.distance << " " << plan.blocks;
      }
  }
}

TEST(HammingJoin, ProbesEqualBruteForce) {
  for (const std::uint32_t bits : {64u, 128u})
    for (const std::uint32_t distance : {0u, 3u, 5u}) {
      const HammingPlan plan = plan_of(bits, distance, distance == 5 ? 7 : 0, 300);
      const Fingerprints codes = planted(bits, 300, distance, 1);
      // A few, which are compared with all, and as many as tables are made for.
      for (const std::size_t count : {std::size_t{3}, static_cast<std::size_t>(20 * plan.tables + 1)}) {
        Fingerprints probes(bits);
        std::mt19937_64 random(count);
        for (std::size_t i = 0; i < count; ++i) {
          Fingerprint code = codes[random() % codes.size()];
          for (std::uint64_t flips = random() % (distance + 2); flips > 0; --flips)
            code ^= Fingerprint{1} << random() % bits;
          probes.push_back(code);
        }
        for (const std::uint64_t table_bytes : {std::uint64_t{1} << 20, std::uint64_t{16} * 50}) {
          const Result<HammingPairs> found =
              hamming_probe(codes, probes, plan, {.table_bytes = table_bytes, .threads = 2});
          ASSERT_TRUE(found.ok());
          ASSERT_TRUE(found->pairs == brute_force(codes, &probes, distance)) << bits << " " << distance << " " << count;
        }
      }
    }
}

TEST(HammingJoin, FindsNothingInNothing) {
  const Fingerprints none(64);
  const HammingPlan plan = plan_of(64, 3, 0, 0);
  EXPECT_TRUE(hamming_self_join(none, plan, {})->pairs.empty());
  EXPECT_TRUE(hamming_probe(none, none, plan, {})->pairs.empty());
  EXPECT_TRUE(hamming_probe(none, planted(64, 500, 3, 1), plan, {})->pairs.empty());
}

TEST(HammingJoin, EndsWhereThereIsNoRoomForThePairs) {
  Fingerprints same(64);
  for (int i = 0; i < 1000; ++i) same.push_back(7);
  const HammingPlan plan = plan_of(64, 3, 0, 1000);
  EXPECT_EQ(hamming_self_join(same, plan, {.pair_bytes = 1 << 16}).status().code(), Code::kExhausted);
  EXPECT_EQ(hamming_self_join(same, plan, {})->pairs.size(), 1000u * 999 / 2);
}

// On random codes a table compares as many as the plan says: N^2 / 2^(p + 1) each.
TEST(HammingJoin, ComparesWhatThePlanExpects) {
  std::mt19937_64 random(6);
  Fingerprints codes(64);
  for (int i = 0; i < 20000; ++i) codes.push_back(random());
  const HammingPlan plan = plan_of(64, 3, 4);
  const double expected = static_cast<double>(plan.tables) * 20000. * 20000. / 2 / 65536;
  EXPECT_NEAR(static_cast<double>(hamming_self_join(codes, plan, {})->compared), expected, 5 * std::sqrt(expected));
}

TEST(HammingTable, FindsEveryRowByItsKey) {
  for (const int shape : {0, 1}) {
    std::mt19937_64 random(8);
    Fingerprints codes(64);
    // Crowded: interpolation on the keys themselves would go astray.
    for (int i = 0; i < 3000; ++i) codes.push_back(shape == 0 ? random() : std::uint64_t{random() % 40} << 48);
    const TableKey key = table_keys(plan_of(64, 3, 4)).front();
    const Result<HammingTable> table = HammingTable::make(codes, key, 0, 1, 2);
    ASSERT_TRUE(table.ok());
    ASSERT_EQ(table->rows().size(), codes.size());
    ASSERT_TRUE(std::ranges::is_sorted(table->rows(), {}, &base::KeyValue::key));
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const auto found = table->find(key.mixed(codes[i]));
      ASSERT_TRUE(std::ranges::any_of(found, [&](const base::KeyValue& row) { return row.value == i; }));
      for (const base::KeyValue& row : found) ASSERT_EQ(codes[row.value] >> 48, codes[i] >> 48);
      ASSERT_EQ(found.size(),
                static_cast<std::size_t>(std::ranges::count(table->rows(), found.front().key, &base::KeyValue::key)));
    }
    EXPECT_TRUE(table->find(key.mixed(Fingerprint{60000} << 48)).empty());
  }
}

}  // namespace
}  // namespace textkin::join
