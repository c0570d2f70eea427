#include "report/text/format.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <random>

namespace textkin::report {
namespace {

std::string number(double value) {
  std::string out;
  append_number(value, out);
  return out;
}

TEST(Number, ReadsBackToTheSameDouble) {
  std::mt19937_64 random(1);
  for (int repeat = 0; repeat < 100000; ++repeat) {
    const double value = static_cast<double>(random() % 100000) / static_cast<double>(1 + random() % 100000);
    ASSERT_EQ(std::strtod(number(value).c_str(), nullptr), value) << number(value);
  }
  EXPECT_EQ(number(1), "1.0");
  EXPECT_EQ(number(0), "0.0");
  EXPECT_EQ(number(0.1), "0.1");
  EXPECT_EQ(number(8.0 / 15), "0.5333333333333333");
}

TEST(Json, EscapesWhatMustBe) {
  std::string out;
  append_json(std::string_view("a\"b\\c\n\t\r\x01\0\xC3\xA4", 12), out);
  EXPECT_EQ(out, "\"a\\\"b\\\\c\\n\\t\\r\\u0001\\u0000\xC3\xA4\"");
}

TEST(Json, IsValidWhateverAFileIsCalled) {
  std::string out;
  append_json("a\xFF\xFE.txt", out);
  EXPECT_EQ(out, "\"a\xEF\xBF\xBD\xEF\xBF\xBD.txt\"");
}

TEST(Field, KeepsARowARow) {
  std::string out;
  append_field("a\tb\nc\rd\\e", out);
  EXPECT_EQ(out, "a\\tb\\nc\\rd\\\\e");
}

TEST(Field, LeavesTheRestAsItIs) {
  std::string out;
  append_field("\xFF \"\x01\xC3\xA4", out);
  EXPECT_EQ(out, "\xFF \"\x01\xC3\xA4");
}

TEST(Human, OfAShareOnlyAllIsOneAndOnlyNoneNothing) {
  EXPECT_EQ(human_share(1), "1.0000");
  EXPECT_EQ(human_share(0), "0.0000");
  EXPECT_EQ(human_share(29995.0 / 29996), "0.9999");
  EXPECT_EQ(human_share(1.0 / 59991), "0.0001");
  EXPECT_EQ(human_share(.28814), "0.2881");
}

TEST(Human, IsShort) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
  EXPECT_EQ(human_bytes(999), "999 B");
  EXPECT_EQ(human_bytes(384000000), "384.0 MB");
  EXPECT_EQ(human_seconds(0.001), "1.00 ms");
  EXPECT_EQ(human_seconds(2.5), "2.50 s");
  EXPECT_EQ(human_seconds(600), "10.0 min");
}

}  // namespace
}  // namespace textkin::report
