#include "store/field_value.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace textkin::store {
namespace {

using Kind = FieldValue::Kind;

std::string written(const FieldValue& value) {
  std::string bytes;
  append_value(value, bytes);
  return bytes;
}

TEST(FieldValueCodec, GivesBackWhatWasWritten) {
  EXPECT_EQ(to_value(written({})).kind, Kind::kMissing);
  for (const double number : {0.0, -1.5, 1e300}) {
    const std::string bytes = written({.kind = Kind::kNumber, .number = number, .text = {}});
    EXPECT_EQ(to_value(bytes).kind, Kind::kNumber);
    EXPECT_EQ(to_value(bytes).number, number);
  }
  for (const std::int64_t whole : {std::int64_t{9007199254740993}, std::numeric_limits<std::int64_t>::max(),
                                   std::numeric_limits<std::int64_t>::min() + 1, std::int64_t{-9007199254740993}}) {
    const std::string bytes = written(number_value(whole));
    EXPECT_EQ(to_value(bytes).number, static_cast<double>(whole));
    EXPECT_EQ(to_value(bytes).beyond, number_value(whole).beyond) << whole;
  }
  for (const std::string text : {"", "n1234567", "2024-05-01"}) {
    const std::string bytes = written({.kind = Kind::kText, .number = 0, .text = text});
    EXPECT_EQ(to_value(bytes).kind, Kind::kText);
    EXPECT_EQ(to_value(bytes).text, text);
  }
}

TEST(FieldValueCodec, ShowsIntegersByTheirDigits) {
  EXPECT_EQ(shown_value({}), "");
  EXPECT_EQ(shown_value({.kind = Kind::kText, .text = "1e3"}), "1e3");
  EXPECT_EQ(shown_value({.kind = Kind::kNumber, .number = 2.5, .text = {}}), "2.5");
  EXPECT_EQ(shown_value({.kind = Kind::kNumber, .number = 1e300, .text = {}}), "1e+300");
  for (const std::int64_t whole : {std::int64_t{-3}, std::int64_t{9007199254740993}, std::int64_t{1700000000000000000},
                                   std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()})
    EXPECT_EQ(shown_value(number_value(whole)), std::to_string(whole));
  EXPECT_EQ(shown_value(number_value(std::numeric_limits<std::uint64_t>::max())), "18446744073709551615");
}

TEST(FieldValueCodec, TakesBytesThatItDidNotWriteForNothing) {
  for (const std::string_view bytes : {"n", "n123", "n123456789", "n12345678901", "x", "x12345678"})
    EXPECT_EQ(to_value(bytes).kind, Kind::kMissing) << bytes;
}

}  // namespace
}  // namespace textkin::store
