#include "text/shingles/scala_hash.h"

#include <gtest/gtest.h>

namespace textkin::text {
namespace {

TEST(ScalaHash, GivesWhatKalampokisPrints) {
  EXPECT_EQ(scala_hash("Almost al"), 55701401u);
  EXPECT_EQ(scala_hash("lmost all"), 301582874u);
  EXPECT_EQ(scala_hash("From time"), 624272011u);
  EXPECT_EQ(scala_hash("rom time "), 2020738562u);
}

// Values of Python's own few lines of the same definition: lengths even and odd, and units that are halves of one
// character.
TEST(ScalaHash, CountsCodeUnitsOfUtf16) {
  EXPECT_EQ(scala_hash(""), 377927480u);
  EXPECT_EQ(scala_hash("é"), 479416003u);
  EXPECT_EQ(scala_hash("a😀b"), 115914832u);
}

}  // namespace
}  // namespace textkin::text
