#include "base/memory_records.h"

#include <gtest/gtest.h>

#include <random>
#include <type_traits>

namespace textkin::base {
namespace {

using Records = std::vector<KeyValue>;

template <class Table>
class ChunkedRecordsTest : public testing::Test {};
using Tables = testing::Types<MemoryRecords, DocumentRecords>;
TYPED_TEST_SUITE(ChunkedRecordsTest, Tables);

TYPED_TEST(ChunkedRecordsTest, GivesBackEveryRecordOnceInItsPartition) {
  constexpr std::size_t kBytes = std::is_same_v<TypeParam, MemoryRecords> ? 16 : 12;
  std::mt19937_64 random(1);
  Records all;
  TypeParam table;
  for (int block = 0; block < 50; ++block) {
    Records records;
    for (int i = 0; i < 3000; ++i) {
      // Every fourth record goes to one partition, so that its chunks reach their largest size.
      records.push_back({.value = random() >> 32, .key = random() >> (i % 4 == 0 ? 8 : 0)});
    }
    table.append(records);
    all.insert(all.end(), records.begin(), records.end());
  }
  table.append({});
  EXPECT_EQ(table.size(), all.size());
  EXPECT_GE(table.memory_bytes(), all.size() * kBytes);
  EXPECT_LE(table.memory_bytes(), (all.size() + 256 * 4096) * kBytes);
  Records taken;
  for (std::size_t partition = 0; partition < TypeParam::kPartitions; ++partition) {
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
  table.append(Records{{.value = 0xffffffff, .key = ~0ull}});
  taken.clear();
  ASSERT_TRUE(table.take(255, taken).ok());
  EXPECT_EQ(taken, (Records{{.value = 0xffffffff, .key = ~0ull}}));
}

static_assert(sizeof(NarrowRecord) == 12);

}  // namespace
}  // namespace textkin::base
