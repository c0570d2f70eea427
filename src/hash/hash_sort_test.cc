#include "hash/hash_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace textkin::hash {
namespace {

// Hashes, hashes with the same first bits, and a few of those among others: around each switch of the sort.
TEST(HashSort, ValuesSpreadOrNot) {
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
}

}  // namespace
}  // namespace textkin::hash
