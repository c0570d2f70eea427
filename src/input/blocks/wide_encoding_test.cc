#include "input/blocks/wide_encoding.h"

#include <gtest/gtest.h>

#include <string>

namespace textkin::input {
namespace {

std::string wide(std::string_view ascii, std::size_t unit, bool big) {
  std::string out;
  for (const char c : ascii) {
    const std::string zeros(unit - 1, '\0');
    out += big ? zeros + c : c + zeros;
  }
  return out;
}

TEST(WideEncoding, IsToldByMarksAndByZeros) {
  for (const bool big : {false, true})
    for (const std::string json : {"{\"text\": 1}", "[{}]", "{}"}) {
      EXPECT_EQ(wide_encoding(wide(json, 2, big)), "UTF-16") << json << big;
      EXPECT_EQ(wide_encoding(wide(json, 4, big)), "UTF-32") << json << big;
      // The second line, cut at the byte of the line feed.
      const std::string lines = wide("\n" + json, 2, big);
      EXPECT_EQ(wide_encoding(lines.substr(lines.find('\n') + 1)), "UTF-16") << json << big;
    }
  EXPECT_EQ(wide_encoding("\xFF\xFE{"), "UTF-16");
  EXPECT_EQ(wide_encoding("\xFE\xFF{"), "UTF-16");
  EXPECT_EQ(wide_encoding(std::string("\xFF\xFE\0\0{", 5)), "UTF-32");
  for (const std::string& other : {std::string(), std::string("{"), std::string("{\"a\": 1}"), std::string("\0", 1),
                                   std::string("a\0b", 3), std::string("\0\0\0\0{", 5), std::string("\xEF\xBB\xBF{")})
    EXPECT_EQ(wide_encoding(other), "") << other;
}

}  // namespace
}  // namespace textkin::input
