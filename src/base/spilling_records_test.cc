#include "base/spilling_records.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace textkin::base {
namespace {

TEST(SpillingRecords, GivesBackWhatCameWhateverMayBeHeld) {
  const std::string folder = std::filesystem::temp_directory_path();
  for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{20000}, std::uint64_t{1} << 30}) {
    SpillingRecords records(folder, memory);
    std::vector<std::vector<KeyValue>> expected(RecordPartitions::kPartitions);
    std::uint64_t word = 1;
    for (int block = 0; block < 50; ++block) {
      std::vector<KeyValue> some;
      for (int i = 0; i < 200; ++i) {
        word = word * 6364136223846793005u + 1442695040888963407u;
        some.push_back({.value = word % 1000, .key = word});
        expected[word >> 56].push_back(some.back());
      }
      ASSERT_TRUE(records.append(some).ok());
    }
    EXPECT_EQ(records.size(), 10000u);
    EXPECT_EQ(records.spilled_bytes() > 0, memory < 100000);
    for (std::size_t partition = 0; partition < expected.size(); ++partition) {
      EXPECT_EQ(records.size_of(partition), expected[partition].size());
      std::vector<KeyValue> found;
      ASSERT_TRUE(records.take(partition, found).ok());
      EXPECT_EQ(found, expected[partition]);
      EXPECT_EQ(records.size_of(partition), 0u);
    }
  }
}

}  // namespace
}  // namespace textkin::base
