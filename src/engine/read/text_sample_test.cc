#include "engine/read/text_sample.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace textkin::engine::read {
namespace {

TEST(LengthCounts, SmallOnesAreExactAndOthersWithinASixteenth) {
  for (const std::uint32_t length : {1u, 31u, 32u, 33u, 63u, 64u, 1000u, 123'456u, 0x7FFF'FFFFu, 0xFFFF'FFFFu}) {
    LengthCounts counts;
    counts.add(length);
    for (const double share : {0.0, 0.5, 1.0}) {
      EXPECT_LE(counts.at(share), length);
      EXPECT_GE(counts.at(share), length < 64 ? length - length % 2 * (length >= 32) : length - length / 16);
    }
  }
}

TEST(LengthCounts, SharesAreThoseOfTheSortedLengths) {
  LengthCounts counts;
  EXPECT_EQ(counts.at(0.5), 0u);
  for (std::uint32_t length = 1; length <= 20; ++length) counts.add(length);
  EXPECT_EQ(counts.at(0.05), 1u);
  EXPECT_EQ(counts.at(0.5), 10u);
  EXPECT_EQ(counts.at(0.95), 19u);
  EXPECT_EQ(counts.at(1), 20u);
}

}  // namespace
}  // namespace textkin::engine::read
