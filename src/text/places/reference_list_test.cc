#include "text/places/reference_list.h"

#include <gtest/gtest.h>

#include <string>

namespace textkin::text {
namespace {

std::string words_of(const std::string& word, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += word + std::to_string(i) + ' ';
  return out;
}

// The lists of a text, "first+words" each.
std::string lists(const std::string& text) {
  WordLocator locator;
  std::vector<LocatedWord> words;
  locator.locate(text, words);
  std::vector<WordRange> ranges;
  find_reference_lists(text, words, ranges);
  std::string out;
  for (const WordRange& range : ranges) {
    if (!out.empty()) out += ' ';
    out += std::to_string(range.first) + '+' + std::to_string(range.words);
  }
  return out;
}

const std::string kSources = "Doe, J. 1999. On rivers.\nRoe, R. 2001. On bridges.\n";  // 10 words

TEST(ReferenceList, HeadingsOfManyLanguagesAndForms) {
  const std::string body = words_of("w", 40) + "\n";
  for (const char* const heading : {"References",
                                    "REFERENCES:",
                                    "## References",
                                    "7. References",
                                    "VII. References",
                                    "**Works cited**",
                                    "Bibliography",
                                    "Literaturverzeichnis",
                                    "Quellen- und Literaturverzeichnis",
                                    "Références",
                                    "Bibliografía",
                                    "Referências",
                                    "Bibliografia",
                                    "Список литературы",
                                    "ЛИТЕРАТУРА",
                                    "Βιβλιογραφία",
                                    "ΠΗΓΈΣ",
                                    "Kaynakça",
                                    "Źródła",
                                    "מקורות",
                                    "المراجع",
                                    "Tài liệu tham khảo"})
    EXPECT_NE(lists(body + heading + "\n" + kSources), "") << heading;
  for (const char* const heading : {"参考文献", "５．参考文献", "參考文獻", "참고문헌", "संदर्भ"})
    EXPECT_NE(lists(body + heading + "\r\n" + kSources), "") << heading;
  EXPECT_EQ(lists(body + "References\n" + kSources), "40+11");
  EXPECT_EQ(lists(body + "References\n\n" + kSources + "\n\n"), "40+11");
}

TEST(ReferenceList, WhatIsNone) {
  const std::string body = words_of("w", 40) + "\n";
  EXPECT_EQ(lists(body + "References are given in 1999 and 2001.\n" + kSources), "") << "a sentence";
  EXPECT_EQ(lists(body + "Sources of error\n" + kSources), "") << "another heading";
  EXPECT_EQ(lists(body + "Sources\n" + words_of("prose", 100)), "") << "prose without a year";
  EXPECT_EQ(lists(body + "Sources\n" + words_of("prose", 300) + "in 1999"), "") << "prose with one";
  EXPECT_EQ(lists("Contents\nReferences\n" + kSources + body), "") << "in the first half";
  EXPECT_EQ(lists(body + "References\n"), "");
  EXPECT_EQ(lists(body + "References\nroom 12345, row 0999"), "") << "no year, no address";
  EXPECT_EQ(lists(""), "");
  EXPECT_EQ(lists("References"), "");
}

TEST(ReferenceList, EndsAtAnAppendixOrTheNextHeadingOfMarkdown) {
  const std::string body = words_of("w", 40) + "\n";
  EXPECT_EQ(lists(body + "References\n" + kSources + "Appendix A: the data\n" + words_of("x", 5)), "40+11");
  EXPECT_EQ(lists(body + "Literatur\n" + kSources + "Anhang\n" + words_of("x", 5)), "40+11");
  EXPECT_EQ(lists(body + "## References\n### Books\n" + kSources + "## Thanks\n" + words_of("x", 5)), "40+12");
  EXPECT_EQ(lists(body + "References\n" + kSources + "Thanks\n"), "40+12") << "a plain line may be an entry";
  EXPECT_EQ(lists(body + "References\n" + kSources + "Appendix\n" + words_of("x", 5) + "\nReferences\n" + kSources),
            "40+11 57+11");
}

// A heading that has no list leaves those behind it what they are.
TEST(ReferenceList, HeadingsBehindHeadings) {
  const std::string body = words_of("w", 40) + "\n";
  EXPECT_EQ(lists(body + "References\nAppendix\nReferences\n" + kSources), "42+11");
  EXPECT_EQ(lists(body + "# Sources\n# Thanks\n## References\n" + kSources + "### More\n" + kSources + "# End\n"),
            "42+22");
  EXPECT_EQ(lists(body + "## Sources\n" + kSources + "### References\n" + kSources + "## Sources\n" + kSources),
            "40+22 62+11");
  EXPECT_EQ(lists(body + "Sources\n" + kSources + "# Thanks\n" + kSources), "40+22");
}

TEST(ReferenceList, AnyBytes) {
  const char* const pieces[] = {"References", "\n",    "# ",       "Appendix", " 1999 ",
                                "\xFF",       "word ", "\xE5\x8F", "参考文献", "\r\n"};
  std::uint32_t state = 1;
  for (int round = 0; round < 1000; ++round) {
    std::string text;
    for (int i = 0; i < 50; ++i) {
      state = state * 1664525u + 1013904223u;
      text += pieces[(state >> 16) % std::size(pieces)];
    }
    WordLocator locator;
    std::vector<LocatedWord> words;
    locator.locate(text, words);
    std::vector<WordRange> ranges;
    find_reference_lists(text, words, ranges);
    std::uint32_t done = 0;
    for (const WordRange& range : ranges) {
      ASSERT_GE(range.first, done);
      ASSERT_GT(range.words, 0u);
      done = range.first + range.words;
      ASSERT_LE(done, words.size());
    }
  }
}

// Where documents of word processors have their notes. They may be longer than the text.
TEST(ReferenceList, NotesAreNotOfTheList) {
  const std::string text = words_of("w", 40) + "\nReferences\n" + kSources;
  for (const char* const line : {"⸻\n", "\n⸻\n\n", "\r\n ⸻ \r\n", "⸻"})
    EXPECT_EQ(lists(text + line + words_of("\nnote", 90)), "40+11") << line;
  EXPECT_EQ(lists(text + "a ⸻ of 2004\n"), "40+14");
  EXPECT_EQ(lists(words_of("w", 40) + "\n⸻\n" + words_of("note", 20) + "\nReferences\n" + kSources), "60+11");
}

}  // namespace
}  // namespace textkin::text
