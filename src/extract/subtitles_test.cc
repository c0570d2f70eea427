#include "extract/subtitles.h"

#include <gtest/gtest.h>

#include <string>

namespace textkin::extract {
namespace {

std::string read_of(std::string_view bytes) {
  Result<Extracted> made = extract_subtitles(bytes, {});
  return made.ok() ? made->text : made.status().message();
}

TEST(Subtitles, TimesAndNumbersAreBlanked) {
  EXPECT_EQ(read_of("1\r\n00:01:02,500 --> 00:01:04,000\r\nHé, you.\r\n\r\n2\r\n"),
            " \r\n" + std::string(29, ' ') + "\r\nHé, you.\r\n\r\n2\r\n");
  EXPECT_EQ(read_of("WEBVTT é\n\n 01:02.500 --> 01:04.000 align:start\n- 10 of 12"),
            "        \n\n" + std::string(36, ' ') + "\n- 10 of 12");
}

TEST(Subtitles, AllElseIsRead) {
  for (const std::string text :
       {"", "\n", "12", "12\n13\nand 00:01:02,500 --> 00:01:04,000\n", "00:01:02,500 -> 00:01:04,000",
        "00:01 --> 00:02", "at 7\n\n00:01:02 --> b\n", "a\nWEBVTT\n", "1.500 --> 2.500", "12\n\n"})
    EXPECT_EQ(read_of(text), text);
  EXPECT_EQ(read_of("12\n\n0:00:01.0-->0:00:02.0\nb"), "12\n\n" + std::string(21, ' ') + "\nb");
}

}  // namespace
}  // namespace textkin::extract
