#include "archive/id_filter.h"

#include <gtest/gtest.h>

#include <string>

namespace textkin::archive {
namespace {

std::string number_id(int number) { return "document/" + std::to_string(number); }

int wrongly_had(const IdFilter& filter, int from, int count) {
  int wrong = 0;
  for (int i = from; i < from + count; ++i) wrong += filter.may_have(number_id(i));
  return wrong;
}

TEST(IdFilterTest, NoneIsMissedAndFewAreLookedForInVain) {
  IdFilter filter(1u << 16);
  constexpr int kIds = (1 << 19) / 12;  // as many as are given 12 bits each
  EXPECT_EQ(wrongly_had(filter, 0, 1000), 0) << "an empty one";
  for (int i = 0; i < kIds; ++i) filter.add(number_id(i));
  EXPECT_EQ(wrongly_had(filter, 0, kIds), kIds);
  EXPECT_LT(wrongly_had(filter, kIds, kIds), kIds / 20);
  for (int i = kIds; i < 20 * kIds; ++i) filter.add(number_id(i));
  EXPECT_EQ(wrongly_had(filter, 0, 20 * kIds), 20 * kIds) << "more than it was made for";
}

TEST(IdFilterTest, TheSmallestHasOneWord) {
  IdFilter filter(sizeof(std::uint64_t));
  EXPECT_FALSE(filter.may_have(""));
  filter.add("");
  filter.add("a");
  EXPECT_TRUE(filter.may_have(""));
  EXPECT_TRUE(filter.may_have("a"));
}

}  // namespace
}  // namespace textkin::archive
