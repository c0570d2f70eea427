#include "base/ascii.h"

#include <gtest/gtest.h>

#include <cctype>
#include <limits>
#include <string>

namespace textkin::base {
namespace {

// The C library in the "C" locale, which tests run in, says what ASCII means.
TEST(Ascii, IsThatOfTheCLocale) {
  for (int value = 0; value < 256; ++value) {
    const char byte = static_cast<char>(value);
    SCOPED_TRACE(value);
    EXPECT_EQ(is_digit(byte), std::isdigit(value) != 0);
    EXPECT_EQ(is_letter(byte), std::isalpha(value) != 0);
    EXPECT_EQ(is_space(byte), std::isspace(value) != 0);
    EXPECT_EQ(to_lower(byte), static_cast<char>(std::tolower(value)));
    EXPECT_EQ(hex_digit(byte), std::isxdigit(value) ? std::stoi(std::string(1, byte), nullptr, 16) : -1);
  }
}

}  // namespace
}  // namespace textkin::base
