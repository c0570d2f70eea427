#include "join/bands/lone_keys.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <random>

namespace textkin::join {
namespace {

using Records = std::vector<base::KeyValue>;

// As many keys as records, or fewer, or all in one slot; all with the same top byte.
Records random_records(std::mt19937_64& random, std::size_t count, int shape) {
  Records records;
  const std::uint64_t top = random() << 56;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t key = random() >> 8;
    if (shape == 1) key = (random() % (count + 1)) * 0x9E3779B97F4A7Cull & ~std::uint64_t{0} >> 8;
    if (shape == 2) key = random() % (2 * count + 1);
    if (random() % 100 == 0) key = ~std::uint64_t{0} >> 8;
    records.push_back({.value = i, .key = top | key});
  }
  return records;
}

TEST(LoneKeys, WhoHasCompanyStaysInOrder) {
  std::mt19937_64 random(3);
  LoneKeys lone;
  for (int round = 0; round < 400; ++round) {
    Records records = random_records(random, random() % 3000, round % 3);
    std::map<std::uint64_t, int> of_key;
    for (const base::KeyValue& record : records) ++of_key[record.key];
    Records expected;
    for (const base::KeyValue& record : records)
      if (of_key[record.key] > 1) expected.push_back(record);
    lone.remove(records);
    for (std::size_t i = 1; i < records.size(); ++i) ASSERT_LT(records[i - 1].value, records[i].value);
    std::erase_if(records, [&](const base::KeyValue& record) { return of_key[record.key] == 1; });
    ASSERT_EQ(records, expected) << round;
  }
}

TEST(LoneKeys, FewOthersStay) {
  std::mt19937_64 random(4);
  LoneKeys lone;
  for (const std::size_t count : {1000u, 8192u, 9000u, 100000u}) {
    Records records = random_records(random, count, 0);
    lone.remove(records);
    EXPECT_LT(records.size(), count / 5);
  }
  Records none;
  lone.remove(none);
  EXPECT_TRUE(none.empty());
}

}  // namespace
}  // namespace textkin::join
