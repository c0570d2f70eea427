#include "engine/pages/odd_writing.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace textkin::engine::pages {
namespace {

std::string times(int count, const std::string& text) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

std::size_t lines(const std::string& text) { return odd_writing(text).size(); }

TEST(OddWriting, TellsWhatIsSpacedThroughout) {
  EXPECT_EQ(odd_writing(times(10, "l i k e t h i s . ")),
            std::vector<std::string>{"written oddly: 80 letters stand alone, with spaces between; compared as they "
                                     "stand, so that little of it can be found"});
  EXPECT_EQ(lines(times(10, "т а к и м о б р а з о м\n")), 1u);
  EXPECT_EQ(lines(times(10, "S o   w r i t t e n   t o o ")), 1u);
}

TEST(OddWriting, TellsSignsForLetters) {
  EXPECT_EQ(lines(times(10, "the p@per w@s his$ed at b@dly ")), 1u);
  EXPECT_EQ(lines(times(9, "p@per ")), 0u);
}

TEST(OddWriting, TellsWhatIsTurnedAround) {
  EXPECT_EQ(odd_writing("\u202E" + times(10, "drow a ") + "\u202C"),
            std::vector<std::string>{"written oddly: 20 words stand backwards and are turned to be shown; compared as "
                                     "they stand, so that little of it can be found"});
  EXPECT_EQ(lines(times(10, "\u202Edrow\u202C ")), 1u);
  EXPECT_EQ(lines(times(10, "\u202Aa \u202Edrow a\u202C b\u202C ")), 1u);
  EXPECT_EQ(lines("\u202D" + times(10, "אבג ") + "\u202C"), 1u);
  EXPECT_EQ(lines("\u202E" + times(9, "drow ") + "\u202C" + times(9, "word ")), 0u);
  EXPECT_EQ(lines("\u202Edrow\n" + times(20, "word ")), 0u);
  EXPECT_EQ(lines("\u202E" + times(20, "אבג 12 ") + "\u202C"), 0u);
  EXPECT_EQ(lines("\u202D" + times(20, "word ") + "\u202C"), 0u);
  EXPECT_EQ(lines("\u202E\u202D" + times(20, "word ") + "\u202C\u202C"), 0u);
  EXPECT_EQ(lines("\u202B\u2067" + times(20, "word אבג ") + "\u2069\u202C"), 0u);
  EXPECT_EQ(lines(times(1000, "\u202E") + times(20, "drow ") + times(1000, "\u202C")), 1u);
}

TEST(OddWriting, TellsControlCharactersAmongLetters) {
  EXPECT_EQ(lines(times(10, std::string("wo\x01rd a\x7F"
                                        "b "))),
            1u);
  EXPECT_EQ(lines(times(100, "\x1B[1mword\x1B[0m one\x0Ctwo a\x1F ")), 0u);
}

// What people write without any thought of hiding it.
TEST(OddWriting, LeavesInnocentsAlone) {
  EXPECT_EQ(lines(""), 0u);
  EXPECT_EQ(lines(times(100, "x + y = z, so a * b = c . ")), 0u);
  EXPECT_EQ(lines(times(100, "Pay 5 $ or US$ 7 to anna@school.org, ben@school.org. ")), 0u);
  EXPECT_EQ(lines("The letters a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p "
                  "q r s t u v w x y z stand in a row; " +
                  times(60, "and many more words ")),
            0u);
  EXPECT_EQ(lines(times(100, "A B C\nD E F\n") + times(100, "1 2 3 ")), 1u);  // a table of letters alone is told
  EXPECT_EQ(lines(times(100, "I a m . ")), 0u);
  EXPECT_EQ(lines(times(50, "$name = $other; @list ")), 0u);
  EXPECT_EQ(lines(times(50, "天 地 玄 黄 宇 宙 洪 荒 日 月 ")), 0u);
}

}  // namespace
}  // namespace textkin::engine::pages
