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

TEST(OddWriting, TellsWhatIsNotDrawnAmongLetters) {
  for (const char* const odd : {"\uFFFC", "\U0001D159", "\uFDD0", "\U0001FFFE", "\u0083", "\u200B\u0083\x01"})
    EXPECT_EQ(lines(times(10, "wo" + std::string(odd) + "rd ")), 1u) << odd;
  EXPECT_EQ(lines(times(10,
                        "сл\x01"
                        "ово ") +
                  times(150, "слово ")),
            1u);
  EXPECT_EQ(lines(times(10, "сл\u0083ово ") + times(50, "слово ")), 0u);
}

TEST(OddWriting, TellsSpacesWithinWords) {
  for (const char* const odd : {"\u200A", "\u2006", "\u2008", "\u2009", "\u202F", "\u205F", "\u2004", "\u2028",
                                "\u2029", "\u2800", "\u200A\u200A", "\u200B\u200A\u200B"}) {
    const std::string parted = "wo" + std::string(odd) + "rds ";
    EXPECT_EQ(lines(times(20, parted + "a longer ")), 1u) << odd;
    EXPECT_EQ(lines(times(20, parted + "of a longer text ")), 0u) << odd;
  }
  EXPECT_EQ(odd_writing(times(10, "ein\u2009malig ")),
            std::vector<std::string>{"written oddly: 10 words have spaces of another width than a word's among their "
                                     "letters; compared as they stand, so that little of it can be found"});
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
  EXPECT_EQ(lines(times(50, "they don\u0092t say that it\u0092s so and not otherwise ")),
            0u);  // an apostrophe of a mistaken encoding
  EXPECT_EQ(lines(times(50, "« Ah\u202F! »\u202F; 10\u2009000\u202Fkm, z.\u2009B. so\u200A—\u200Aund ")), 0u);
  EXPECT_EQ(lines(times(50, "all\u2009spaces\u2009of\u2009this\u2009text\u2009are\u2009narrow\n")), 0u);
  EXPECT_EQ(lines(times(50, "some\u2005spaces\u2005of all\u2005are\u2005wider than\u2005others\u2005here ")), 0u);
  EXPECT_EQ(lines(times(50, "Wie schön ist der Tag\u2028O wie schön die Nacht\u2028")), 0u);  // verse
  EXPECT_EQ(lines("S\u2009p\u2009e\u2009r\u2009r\u2009satz " + times(50, "ein Wort ")), 0u);
  EXPECT_EQ(lines(times(50, "ᠮᠣᠩᠭᠣᠯ\u202Fᠤᠨ ")), 0u);  // where its suffixes begin
}

}  // namespace
}  // namespace textkin::engine::pages
