#include "report/text/text_table.h"

#include <gtest/gtest.h>

namespace textkin::report {
namespace {

using enum TextTable::Side;

TEST(TextTable, LinesUpCharactersNotBytes) {
  TextTable table({kLeft, kRight, kLeft});
  table.add({"", "h1", "word"});
  table.add({"S1", "∞", "é"});
  table.add({"S1000", "12345", ""});
  EXPECT_EQ(table.print("  "),
            "            h1  word\n"
            "  S1         ∞  é\n"
            "  S1000  12345\n");
  EXPECT_EQ(TextTable({kLeft}).print(" "), "");
}

TEST(TextTable, QuotedIsOneLineAndCut) {
  EXPECT_EQ(quoted("a\tb\n", 9), "\"a\\tb\\n\"");
  EXPECT_EQ(quoted("naïve", 3), "\"naï…\"");
  EXPECT_EQ(quoted("naï", 3), "\"naï\"");
  EXPECT_EQ(quoted("", 3), "\"\"");
}

}  // namespace
}  // namespace textkin::report
