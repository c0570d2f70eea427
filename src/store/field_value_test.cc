#include "store/field_value.h"

#include <gtest/gtest.h>

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
  for (const std::string text : {"", "n1234567", "2024-05-01"}) {
    const std::string bytes = written({.kind = Kind::kText, .number = 0, .text = text});
    EXPECT_EQ(to_value(bytes).kind, Kind::kText);
    EXPECT_EQ(to_value(bytes).text, text);
  }
}

TEST(FieldValueCodec, TakesBytesThatItDidNotWriteForNothing) {
  for (const std::string_view bytes : {"n", "n123", "n123456789", "x", "x12345678"})
    EXPECT_EQ(to_value(bytes).kind, Kind::kMissing) << bytes;
}

}  // namespace
}  // namespace textkin::store
