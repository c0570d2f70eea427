#include "extract/markdown.h"

#include <gtest/gtest.h>

#include <string>

namespace textkin::extract {
namespace {

// The words of it that are read, with a space between two.
std::string words_of(std::string_view markdown) {
  const Result<Extracted> made = extract_markdown(markdown, {});
  std::string out;
  for (const char byte : made.value().text) {
    const bool space = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
    if (!space || (!out.empty() && out.back() != ' ')) out += space ? ' ' : byte;
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string flags_of(std::string_view markdown) {
  std::string out;
  const Result<Extracted> made = extract_markdown(markdown, {});
  for (const std::string& flag : made.value().flags) out += flag + "\n";
  return out;
}

TEST(Markdown, WhatIsShownStays) {
  for (const char* text :
       {"[Anna]: I went to the river", "[See][1] as [2]: words", "[Note](words of many)", "x <a, words, y> b",
        "[x] words [y]: z", "text [1]: x", "a](b \"words\")", "`[`a](b \"words\")", "a <!-- words", "<!words"})
    EXPECT_EQ(words_of(text), text);
  EXPECT_EQ(words_of("If i <n holds\r\n\r\nwords\r\n\r\nthen a> b"), "If i <n holds words then a> b");
  EXPECT_EQ(words_of("If i <n holds\n \t\nwords\n\nthen a> b"), "If i <n holds words then a> b");
  EXPECT_EQ(words_of("[a](b \"words\r\n\r\nwords\")"), "[a](b \"words words\")");
  EXPECT_EQ(words_of("a <!-- words\n\nwords --> b"), "a <!-- words words --> b");
  EXPECT_EQ(words_of("<!-->words<!-- no -->"), "words");
  EXPECT_EQ(words_of("- <b c=\"\n- words\n- words\">"), "- <b c=\" - words - words\">");
  EXPECT_EQ(words_of("| <b c=\" | words | \"> |"), "| <b c=\" | words | \"> |");
}

TEST(Markdown, AddressesTagsAndDefinitionsAreBlanked) {
  EXPECT_EQ(words_of("[a](b) ![c](<d e> 'f') [![g](h)](i) [0,1](j)"), "[a] ![c] [![g] ] [0,1]");
  EXPECT_EQ(words_of("a <b\nclass='c'>d</b> <https://e.f>"), "a d <https://e.f>");
  EXPECT_EQ(words_of("[a]: b\n[c]: d 'e'\n  [f]:\n  g\r\n\r\nwords"), "words");
  EXPECT_EQ(words_of("# a\n[b]: c\n\n---\n[d]: e\n\n[^f]: words"), "# a --- [^f]: words");
  EXPECT_EQ(words_of("<!-- no\n\nno -->\n[b]: c"), "");
}

TEST(Markdown, ADefinitionInterruptsNoParagraph) {
  EXPECT_EQ(words_of("words\n[a]: b \"words\""), "words [a]: b \"words\"");
  EXPECT_EQ(words_of("words\n\n[a]: b \"no\""), "words");
}

TEST(Markdown, OfLinksWithinLinksTheInnerOneCounts) {
  EXPECT_EQ(words_of("[a [b](c) d](e \"words\") [f](g)"), "[a [b] d](e \"words\") [f]");
  EXPECT_EQ(words_of("[a ![b](c) d](e) f"), "[a ![b] d] f");
  EXPECT_EQ(words_of("[a \\![b](c) d](e \"words\")"), "[a \\![b] d](e \"words\")");
  EXPECT_EQ(words_of("[a [b](c)\n\nd](e \"words\") [f](g)"), "[a [b] d](e \"words\") [f]");
}

TEST(Markdown, CodeEndsWithAsManyTicksInItsParagraph) {
  EXPECT_EQ(words_of("`<b>` ``c ` <d> `` <e>"), "`<b>` ``c ` <d> ``");
  EXPECT_EQ(words_of("- ` a\n- <b> ` c"), "- ` a - ` c");
}

TEST(Markdown, ManyWordsWithinMarkupAreTold) {
  std::string words;
  for (int i = 0; i < 20; ++i) words += " word";
  EXPECT_EQ(flags_of("a <b" + words + "> c"), "hidden text: 21 words in tags and titles of links, left out\n");
  EXPECT_NE(flags_of("[a](b \"" + words + "\")").find("titles"), std::string::npos);
  EXPECT_EQ(flags_of("[a](b \"a title of six words or seven\") <b>"), "");
  EXPECT_EQ(flags_of("<!-- two words -->"), "hidden text: 2 words in comments, left out\n");
}

}  // namespace
}  // namespace textkin::extract
