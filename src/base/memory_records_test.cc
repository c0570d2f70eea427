#include "base/memory_records.h"

#include <gtest/gtest.h>

#include <random>

namespace textkin::base {
namespace {

using Records = std::vector<KeyValue>;

TEST(MemoryRecords, GivesBackEveryRecordOnceInItsPartition) {
  std::mt19937_64 random(1);
  Records all;
  MemoryRecords table;
  for (int block = 0; block < 50; ++block) {
    Records records;
    for (int i = 0; i < 3000; ++i) {
      // Every fourth record goes to one partition, so that its chunks reach their largest size.
      records.push_back({.value = random() % 1000, .key = random() >> (i % 4 == 0 ? 8 : 0)});
    }
    table.append(records);
    all.insert(all.end(), records.begin(), records.end());
  }
  table.append({});
  EXPECT_EQ(table.size(), all.size());
  EXPECT_GE(table.memory_bytes(), all.size() * sizeof(KeyValue));
  EXPECT_LE(table.memory_bytes(), (all.size() + 256 * 4096) * sizeof(KeyValue));
  Records taken;
  for (std::size_t partition = 0; partition < MemoryRecords::kPartitions; ++partition) {
    const std::size_t before = taken.size();
    ASSERT_TRUE(table.take(partition, taken).ok());
    for (std::size_t i = before; i < taken.size(); ++i) ASSERT_EQ(taken[i].key >> 56, partition);
    const std::size_t after = taken.size();
    ASSERT_TRUE(table.take(partition, taken).ok());
    ASSERT_EQ(taken.size(), after) << "a partition is taken once";
  }
  sort(taken.data(), taken.size());
  sort(all.data(), all.size());
  EXPECT_EQ(taken, all);
  EXPECT_EQ(table.memory_bytes(), 0u);
  table.append(Records{{.value = 1, .key = ~0ull}});
  taken.clear();
  ASSERT_TRUE(table.take(255, taken).ok());
  EXPECT_EQ(taken.size(), 1u);
}

}  // namespace
}  // namespace textkin::base
