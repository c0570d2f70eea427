#include "extract/markup/rtf_charset.h"

#include <gtest/gtest.h>

#include <tuple>

namespace textkin::extract {
namespace {

TEST(RtfCharset, FontsHaveCodePages) {
  for (const auto& [charset, bytes, text] :
       std::initializer_list<std::tuple<long, const char*, const char*>>{{204, "\xEF\xF0", "пр"},
                                                                         {128, "\x93\xFA\x96\x7B\x87\x40", "日本①"},
                                                                         {129, "\xB0\xAD", "강"},
                                                                         {134, "\xBA\xD3", "河"},
                                                                         {136, "\xAA\x65", "河"},
                                                                         {161, "\xE1", "α"},
                                                                         {162, "\xF0", "ğ"},
                                                                         {163, "\xD0", "Đ"},
                                                                         {177, "\xE0", "א"},
                                                                         {178, "\xC7", "ا"},
                                                                         {186, "\xE0", "ą"},
                                                                         {222, "\xA1", "ก"},
                                                                         {238, "\xB3", "ł"},
                                                                         {77, "\x8A", "ä"},
                                                                         {255, "\x84", "ä"}})
    EXPECT_EQ(CodePage(rtf_code_page(charset)).convert(bytes), text) << charset;
  for (const long own : {0, 1, 2, -5, 99999}) EXPECT_EQ(rtf_code_page(own), 0) << own;
  EXPECT_EQ(CodePage(12345).convert("\xE4\x93"), "ä“");
}

}  // namespace
}  // namespace textkin::extract
