#include "hash/hash_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "base/testing_targets.h"

namespace textkin::hash {
namespace {

// Hashes, hashes with the same first bits, and a few of those among others: around each switch of the sort.
TEST(HashSort, ValuesSpreadOrNot) {
  base::on_every_target([] {
    std::mt19937_64 random(9);
    for (int repeat = 0; repeat < 5000; ++repeat) {
      std::vector<std::uint64_t> values(random() % (repeat % 2 == 0 ? 140 : 1200));
      const unsigned shift = static_cast<unsigned>(random() % 64) * (repeat % 3 != 0);
      for (auto& value : values) value = random() % (1 + repeat % 4u) == 0 ? random() >> shift : random();
      std::vector<std::uint64_t> expected = values;
      std::sort(expected.begin(), expected.end());
      sort_hashes(values.data(), values.size());
      ASSERT_EQ(values, expected) << repeat;
    }
  });
}

TEST(HashSort, ValuesBelowABound) {
  base::on_every_target([] {
    std::mt19937_64 random(10);
    for (unsigned zeros = 0; zeros < 64; ++zeros) {
      std::vector<std::uint64_t> values(20 + random() % 400);
      for (auto& value : values) value = random() >> zeros;
      std::vector<std::uint64_t> expected = values;
      std::sort(expected.begin(), expected.end());
      sort_hashes(values.data(), values.size(), zeros);
      ASSERT_EQ(values, expected) << zeros;
    }
  });
}

// Up to 17 with the same first bits, falling and in all orders of seven, at even places and at odd ones; the greatest
// value too, which is what stands behind the last one.
TEST(HashSort, ManyWithTheSameFirstBits) {
  base::on_every_target([] {
    for (std::size_t before = 0; before < 2; ++before) {
      for (std::uint64_t alike = 1; alike <= 17; ++alike) {
        std::vector<std::uint64_t> expected(40 + before, 0);
        for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = i << 57;
        for (std::uint64_t i = 0; i < alike; ++i) expected.push_back(~std::uint64_t{0} - alike + 1 + i);
        std::vector<std::uint64_t> values(expected.rbegin(), expected.rend());
        sort_hashes(values.data(), values.size());
        ASSERT_EQ(values, expected) << before << ' ' << alike;
      }
      std::vector<std::uint64_t> order(7);
      std::iota(order.begin(), order.end(), std::uint64_t{100} << 57);
      do {
        std::vector<std::uint64_t> values;
        for (std::size_t i = 0; i < 30 + before; ++i) values.push_back(i << 57);
        values.insert(values.end(), order.begin(), order.end());
        sort_hashes(values.data(), values.size());
        ASSERT_TRUE(std::is_sorted(values.begin(), values.end()));
      } while (std::next_permutation(order.begin(), order.end()));
    }
  });
}

}  // namespace
}  // namespace textkin::hash
