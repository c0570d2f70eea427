#include "base/free_room.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace textkin::base {
namespace {

TEST(FreeRoom, LeavesNoRoom) {
  std::vector<int> numbers(100'000);
  std::string text(100'000, 'x');
  free_room(numbers);
  free_room(text);
  EXPECT_EQ(numbers.capacity(), 0u);
  EXPECT_EQ(text.capacity(), std::string().capacity());
}

}  // namespace
}  // namespace textkin::base
