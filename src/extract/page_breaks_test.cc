#include "extract/page_breaks.h"

#include <gtest/gtest.h>

#include <string>

namespace textkin::extract {
namespace {

const std::string kLine = "a line of some forty characters of text\n";
const std::string kOther = "another line, of some forty characters\n";

TEST(PageBreaks, AParagraphGoesOn) {
  EXPECT_EQ(join_pages(kLine + "it is torn\n\n\fand unsorted\n\n\f"), kLine + "it is torn\nand unsorted\n\n\n");
  EXPECT_EQ(join_pages(kLine + "it is torn,\n\n17\n\n\fand unsorted\n"), kLine + "it is torn,\n17\nand unsorted\n");
  EXPECT_EQ(join_pages(kLine + "it is torn,\n\n- xvii -\n\n\fand so\n"), kLine + "it is torn,\n- xvii -\nand so\n");
  // A line that is full, before a name or behind a sentence.
  EXPECT_EQ(join_pages(kLine + kLine + "\n\fHolm says\n" + kOther), kLine + kLine + "Holm says\n" + kOther);
  EXPECT_EQ(join_pages(kLine + "a line of some forty characters, an end.\n\n\fHolm says\n" + kOther),
            kLine + "a line of some forty characters, an end.\nHolm says\n" + kOther);
}

TEST(PageBreaks, RunningHeadsAreInBetween) {
  const std::string first = "Peat 1\n\n" + kLine + "it is torn\n\nNorrland Press\n\n\f";
  const std::string second = "Peat 2\n\nand unsorted in all of it\n\nNorrland Press\n\n\f";
  EXPECT_EQ(join_pages(first + second), "Peat 1\n\n" + kLine +
                                            "it is torn\nNorrland Press\nPeat 2\nand unsorted in all of it\n\n"
                                            "Norrland Press\n\n\n");
}

TEST(PageBreaks, AParagraphEnds) {
  for (const std::string& text :
       {kLine + "it is torn.\n\n\fHolm says\n" + kOther, kLine + "it is torn.”\n\n\fand so\n" + kOther,
        kLine + kLine + "\n\fReferences\n\n" + kLine, std::string("Title\n\n\fHolm says\n") + kOther,
        std::string("\f\f"), std::string("\n\f\n"), std::string("a\fB"), std::string()}) {
    std::string expected = text;
    for (char& c : expected) c = c == '\f' ? '\n' : c;
    EXPECT_EQ(join_pages(text), expected);
  }
}

// No character is lost but white space.
TEST(PageBreaks, AnyBytes) {
  const char* const pieces[] = {"\f", "\n", "\n\n", "word ", "17", "Word.", "\xFF", "\xE5\x8F", "\r", "x\n"};
  std::uint32_t state = 1;
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = 0; i < 40; ++i) {
      state = state * 1664525u + 1013904223u;
      text += pieces[(state >> 16) % std::size(pieces)];
    }
    std::string out = join_pages(text);
    for (std::string* const one : {&text, &out})
      std::erase_if(*one, [](char c) { return c == '\f' || c == '\n' || c == '\r' || c == ' '; });
    ASSERT_EQ(out, text);
  }
}

}  // namespace
}  // namespace textkin::extract
