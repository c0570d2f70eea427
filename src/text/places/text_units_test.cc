#include "text/places/text_units.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace textkin::text {
namespace {

std::vector<std::string> cut(TextUnit unit, std::string_view text) {
  UnitCutter cutter(unit);
  std::vector<std::uint32_t> ends;
  cutter.cut(text, ends);
  std::vector<std::string> out;
  std::uint32_t begin = 0;
  for (const std::uint32_t end : ends) {
    out.emplace_back(text.substr(begin, end - begin));
    begin = end;
  }
  return out;
}

using Texts = std::vector<std::string>;

TEST(TextUnits, Lines) {
  EXPECT_EQ(cut(TextUnit::kLine, "a\r\n\nb"), (Texts{"a\r\n", "\n", "b"}));
  EXPECT_EQ(cut(TextUnit::kLine, "a\n"), Texts{"a\n"});
  EXPECT_EQ(cut(TextUnit::kLine, ""), Texts{});
}

TEST(TextUnits, Paragraphs) {
  EXPECT_EQ(cut(TextUnit::kParagraph, "\n a\nb\n \n\t\n c\n\n"), (Texts{"\n a\nb\n \n\t\n", " c\n\n"}));
  EXPECT_EQ(cut(TextUnit::kParagraph, "a\n\xE3\x80\x80\nb"),
            (Texts{"a\n\xE3\x80\x80\n", "b"}));  // an ideographic space
  EXPECT_EQ(cut(TextUnit::kParagraph, " \n"), Texts{" \n"});
  EXPECT_EQ(cut(TextUnit::kParagraph, ""), Texts{});
}

TEST(TextUnits, Sentences) {
  EXPECT_EQ(cut(TextUnit::kSentence, "It is 3.5 m. Go!  Why?\nNo"), (Texts{"It is 3.5 m. ", "Go!  ", "Why?\n", "No"}));
  EXPECT_EQ(cut(TextUnit::kSentence, "\xE4\xB8\xAD\xE3\x80\x82\xE5\x9B\xBD"),
            (Texts{"\xE4\xB8\xAD\xE3\x80\x82", "\xE5\x9B\xBD"}));
  EXPECT_EQ(cut(TextUnit::kSentence, ""), Texts{});
}

}  // namespace
}  // namespace textkin::text
