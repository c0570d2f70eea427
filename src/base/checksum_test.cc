#include "base/checksum.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace textkin::base {
namespace {

// From XXH3's own test vectors and its documentation: the checksum of nothing.
TEST(Checksum, HasTheValueOfXxh3) { EXPECT_EQ(checksum(""), 0x2D06800538D394C2u); }

TEST(RunningChecksum, IsTheChecksumOfThePiecesTogether) {
  std::mt19937 random(5);
  for (const std::size_t size : {0, 1, 16, 17, 240, 241, 1024, 100'000}) {
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    for (int repeat = 0; repeat < 20; ++repeat) {
      RunningChecksum running;
      for (std::size_t at = 0; at < size;) {
        const std::string_view piece = std::string_view(bytes).substr(at, random() % (size / 3 + 2));
        running.add(piece);
        at += piece.size();
        ASSERT_EQ(running.value(), checksum(std::string_view(bytes).substr(0, at)));
      }
      EXPECT_EQ(running.value(), checksum(bytes));
    }
  }
}

}  // namespace
}  // namespace textkin::base
