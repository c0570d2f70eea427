#include "text/quotations/quotations.h"

#include <gtest/gtest.h>

#include <string>

namespace textkin::text {
namespace {

std::vector<Quotation> quotations_of(const std::string& text) {
  WordLocator locator;
  std::vector<LocatedWord> words;
  locator.locate(text, words);
  std::vector<Quotation> out;
  find_quotations(text, words, out);
  return out;
}

// The quotations of a text, their words counted from its first: "first+words" each.
std::string quoted(const std::string& text) {
  std::string out;
  for (const auto& [range, referenced, said] : quotations_of(text)) {
    if (!out.empty()) out += ' ';
    out += std::to_string(range.first) + '+' + std::to_string(range.words);
  }
  return out;
}

TEST(Quotations, MarksOfManyLanguages) {
  const char* const marks[][2] = {{"«", "»"},   {"« ", " »"}, {"»", "«"}, {"„", "“"},   {"„", "”"},   {"“", "”"},
                                  {"”", "”"},   {"‹", "›"},   {"›", "‹"}, {"‚", "‘"},   {"‚", "’"},   {"‘", "’"},
                                  {"「", "」"}, {"『", "』"}, {"｢", "｣"}, {"〝", "〟"}, {"\"", "\""}, {"＂", "＂"},
                                  {"»", "»"},   {"›", "›"},   {"”", "“"}, {"״", "״"},   {"``", "''"}};
  for (const auto& [open, close] : marks) {
    const std::string inside = std::string(open) + "one two three four five" + close;
    EXPECT_EQ(quoted("a b " + inside + ", c d"), "2+5") << inside;
    EXPECT_EQ(quoted(inside), "0+5") << inside;
    EXPECT_EQ(quoted("a b " + inside + " c " + inside + " d"), "2+5 8+5") << inside;
  }
}

TEST(Quotations, BeginWithWhatIsNoWord) {
  const char* const marks[][2] = {{"\"", "\""}, {"＂", "＂"}, {"”", "”"}, {"»", "«"}, {"›", "‹"}};
  for (const auto& [open, close] : marks)
    for (const char* const inside :
         {"[One] two three four five", "... one two three four five", "… one two three four five",
          ". . . one two three four five", "(one) two three four five", "¿one two three four five?",
          "— one two three four five", "'one' two three four five", "*one* two three four five",
          "$ one two three four five", "‘one’ two three four five", "„one“ two three four five",
          "#one two three four five", "<one> two three four five"}) {
      const std::string text = std::string(open) + inside + close;
      EXPECT_EQ(quoted("a b " + text + ", c d"), "2+5") << text;
      EXPECT_EQ(quoted("a b (" + text + "), c d"), "2+5") << text;
      EXPECT_EQ(quoted("a b: " + text + " c " + text + " d"), "2+5 8+5") << text;
    }
  EXPECT_EQ(quoted("他说：\"《天地》玄黄宇宙洪荒日月\"。"), "2+10");
}

// A mark that closes what nobody opened opens nothing, whatever stands behind it.
TEST(Quotations, MarksThatCloseDoNotOpen) {
  for (const char* const closing :
       {"a b.\",", "a b.\"(c)", "a b!\"[1]", "a b.\";", "a b,\"—",  "a b \".",    "a b \",", "a b \");",
        "a b \"!", "a b \"?",   "a b.\"†",   "a b \"†", "a b.\"…",  "5\"-",       "a b.\"'", "a b \"\"",
        "a\"(b)",  "a b.”,",    "a b.”(c)",  "a b »,",  "a b.»(c)", "a b \\\"\\n"})
    EXPECT_EQ(quoted(std::string(closing) + " one two three four five six\"; and ”; and «; and more"), "") << closing;
  EXPECT_EQ(quoted("lost.\", it \"[One] two three four five\", and so on"), "2+5");
  EXPECT_EQ(quoted("\"lost \"[One] two three four five\", and so on"), "1+5");
  EXPECT_EQ(quoted("\"\"one two three four five\"\" and six"), "0+5");
}

// The quotation of a law has a mark at each of its paragraphs.
TEST(Quotations, ALineBeginsWithAMarkThatGoesOn) {
  EXPECT_EQ(quoted("it reads: \"The term -\n  \"(1) one two;\n  \"(2) three four.\" And so on"), "2+8");
  EXPECT_EQ(quoted("it reads: \"The term -\n  \"One two three four five.\" And so on"), "4+5");
}

// »…» of Finnish and Swedish; the same mark twice in a row opens twice, and one within brackets is none of them.
TEST(Quotations, OneMarkThatOpensAndCloses) {
  EXPECT_EQ(quoted("a »one two three four five», b »one two three four five.» c"), "1+5 7+5");
  EXPECT_EQ(quoted("a »one two (»three«) four five« b"), "");
  EXPECT_EQ(quoted("a «one two three four five» puis «six sept huit neuf dix» b"), "1+5 7+5");
  EXPECT_EQ(quoted("a ``one two three four five'' b ``one two three four five''~c"), "1+5 7+5");
  EXPECT_EQ(quoted("```\none two three four five''\n``` b ``one two three four five`` c"), "");
}

// Of a keyboard and of a program that corrects it, mixed; and own words between two of them are of none.
TEST(Quotations, MarksOfTwoKinds) {
  EXPECT_EQ(quoted("a „one two three four five\" b"), "1+5");
  EXPECT_EQ(quoted("a “one two three four five\" b"), "1+5");
  EXPECT_EQ(quoted("a \"one two three four five” b"), "1+5");
  EXPECT_EQ(quoted("a \"one two three four five“ b"), "1+5");
  EXPECT_EQ(quoted("a „one two three four five\" b „one two three four five\" c"), "1+5 7+5");
  EXPECT_EQ(quoted("a „one two three four five\" b „one two three four five“ c"), "1+5 7+5");
  EXPECT_EQ(quoted("a „one two three four five\" b \"one two three four five“ c"), "1+5 7+5");
  EXPECT_EQ(quoted("a “one two three four five\" b \"one two three four five” c"), "1+5 7+5");
  EXPECT_EQ(quoted("a \"one two three four five” b \"one two three four five” c"), "1+5 7+5");
  EXPECT_EQ(quoted("a \"one two three four five” b (\"one two three four five\") c"), "1+5 7+5");
  // A proper mark goes before, over a pair of the other kind and over inches.
  EXPECT_EQ(quoted("a „one \"two three\" four five six“ b"), "1+6");
  EXPECT_EQ(quoted("a “one 5\" three four five six” b"), "1+6");
  EXPECT_EQ(quoted("a \"one “two three” four five six\" b"), "1+6");
  EXPECT_EQ(quoted("a “one \"two three\" four five six"), "");
  EXPECT_EQ(quoted("a „one two three four\n\nfive six\" b"), "");
}

TEST(Quotations, MarksOfTheQuran) {
  EXPECT_EQ(quoted("قال ﴿one two three four five﴾ b"), "1+5");
  EXPECT_EQ(quoted("قال ﴾one two three four five﴿ b"), "1+5");
}

// Signs of programs and of apostrophes: only with a reference.
TEST(Quotations, AnglesAndTwoSingleMarks) {
  for (const auto& [open, close] : {std::pair("<<", ">>"), {"<< ", " >>"}, {"\'\'", "\'\'"}}) {
    const std::string inside = std::string(open) + "one two three four five" + close;
    EXPECT_EQ(quoted("a " + inside + " (Miller 2004)."), "1+5") << open;
    EXPECT_EQ(quoted("a " + inside + " b."), "") << open;
  }
  EXPECT_EQ(quoted("cout << one << two three four five >> six (Miller 2004)"), "");
  EXPECT_EQ(quoted("a << one two three four five >>= 8 (Miller 2004)"), "");
  EXPECT_EQ(quoted("a << 2 three four five six >> b (Miller 2004)"), "");
  EXPECT_EQ(quoted("a << /Type two three four five >> b (Miller 2004)"), "");
  EXPECT_EQ(quoted("<<<one two three four five>>> (Miller 2004)"), "");
  EXPECT_EQ(quoted("'''one two three four five''' (Miller 2004)"), "");
  EXPECT_EQ(quoted("said '' one two three four five'' (Miller 2004)"), "");
}

TEST(Quotations, MarksOfHebrewAcronymsAreNone) {
  const std::string five = "אחת צה\"ל שלוש ארה\"ב חמש";
  for (const auto& [open, close] : {std::pair("\"", "\""), {"״", "״"}, {"„", "”"}, {"”", "”"}})
    EXPECT_EQ(quoted("אמר " + (open + five + close) + ", וזהו"), "1+7") << open;
  EXPECT_EQ(quoted("צה\"ל אחת שתיים שלוש ארבע חמש ארה\"ב"), "");
  EXPECT_EQ(quoted("צה״ל אחת שתיים שלוש ארבע חמש ארה״ב"), "");
}

TEST(Quotations, FewWordsAreATerm) {
  EXPECT_EQ(quoted("the \"so called four words\" of it"), "");
  EXPECT_EQ(quoted("他说「天地玄黄宇宙洪荒日月」。"), "2+10");
  EXPECT_EQ(quoted("他说「天地玄黄宇宙洪荒日」。"), "");
}

TEST(Quotations, ApostrophesInchesAndStrayMarksAreNone) {
  EXPECT_EQ(quoted("the students’ work isn’t theirs and the teachers’ work isn’t either"), "");
  EXPECT_EQ(quoted("'twas the dogs' dinner and the cats' dinner and ours too"), "");
  EXPECT_EQ(quoted("a board of 5\" and a pipe of 6\" and a long beam of 7\" in all"), "");
  EXPECT_EQ(quoted("he said ‘it isn’t so and that’s all there is’ and went"), "2+10");
  EXPECT_EQ(quoted("mot fermé » puis encore cinq mots de plus « un autre"), "");
}

TEST(Quotations, AMarkThatIsNotClosedIsNone) {
  EXPECT_EQ(quoted("open “one two three four five six"), "");
  EXPECT_EQ(quoted("open “one two three\n\nfour five” six seven"), "");
  EXPECT_EQ(quoted("open “one two three\n \t\r\nfour five” six seven"), "");
  EXPECT_EQ(quoted("open “one two three\nfour five” six seven"), "1+5");
  std::string far = "“";
  for (int i = 0; i < 6000; ++i) far += "word ";
  EXPECT_EQ(quoted(far + "” and so on"), "0+6000") << "however far";
  EXPECT_EQ(quoted("“lost “one two three four five” six"), "1+5");
  EXPECT_EQ(quoted("“lost, then «one two three four five» six"), "2+5");
}

TEST(Quotations, ClosedByTheFirstMarkWhateverStandsInside) {
  EXPECT_EQ(quoted("“one ‘two three’ four «five»” six"), "0+5");
}

TEST(Quotations, BlockQuotesOfMarkdown) {
  EXPECT_EQ(quoted("a b\n\n> one two three\n> four five\n\nc d"), "2+5");
  EXPECT_EQ(quoted("> > one two three four five\nand then"), "0+5");
  EXPECT_EQ(quoted(">>> print one two three four five\n"), "");
  EXPECT_EQ(quoted("a b > one two three four five"), "");
  EXPECT_EQ(quoted("> one two three \"four five\n\n\"six seven eight nine ten\""), "0+5 5+5");
}

// "1" for each that has a reference, "0" for each other.
std::string referenced(const std::string& text) {
  std::string out;
  for (const Quotation& one : quotations_of(text)) out += one.referenced ? '1' : '0';
  return out;
}

// What a reader of HTML or of word processors gives paragraphs of quotations, and what Markdown has.
TEST(Quotations, ABlockQuoteMayEndWithItsReference) {
  const std::string long_line(300, 'x');
  for (const char* const end : {" (Smith, 2003, p. 12)", " (Smith, 2003, p. 12).", ".[^1]", ".³", "†", " [3]",
                                "（一九九八年）", "\n>\n> two (Smith, 2003, p. 12)\n"})
    EXPECT_EQ(referenced("Own.\n\n> one two three four five " + (long_line + end) + "\n\nOwn."), "1") << end;
  for (const char* const end : {"", " (and more)", " 3", " ( 6 . 5/10 )", "\n\n> (Smith, 2003)", "\n\n(2)"})
    EXPECT_EQ(referenced("Own.\n\n> one two three four five " + (long_line + end) + "\n\nOwn."), "0") << end;
  // The last paragraph of a quotation is no place to look for a verb.
  EXPECT_EQ(referenced("> one two three four five\n>\n> Miller writes " + long_line), "0");
}

TEST(Quotations, ANoteIsAReference) {
  for (const char* const end : {"”†", ".”†", "”.†", "\"†", ".\"†", "\".†", "\",†", "”†‡"}) {
    const std::string open = std::string(end).find('"') == std::string::npos ? "“" : "\"";
    EXPECT_EQ(referenced("It was so. " + open + "One two three four five" + end + " And more."), "1") << end;
  }
  EXPECT_EQ(referenced("It was so. “One two three four five” And more.†"), "0");
}

// A straight single mark is an apostrophe as well.
TEST(Quotations, SingleMarksThatSayWhereTheyAreFrom) {
  const std::string five = "one two three four five";
  for (const std::string& text :
       {"It was so: '" + five + "' (Holm 2004, p. 17).", "It was so. '" + five + ".' (Holm 2004).",
        "Miller writes: '" + five + "'.", "('" + five + "', Holm 2004) [3]", "It was so: '" + five + "'† And more.",
        "It was so: 'the dogs' dinner isn't " + five + "' (Holm 2004, p. 17)."})
    EXPECT_EQ(referenced(text), "1") << text;
  for (const std::string& text :
       {"It was so: '" + five + "'.", "It isn't " + five + " of the dogs' (Holm 2004).",
        "'Tis so and 'twas " + five + " in the dogs' (Holm 2004).", "Of the '90s " + five + " the dogs' (Holm 2004).",
        std::string("It was so: 'one two three four\n\nfive' (Holm 2004)."), "the teachers' " + five + "' (Holm 2004)"})
    EXPECT_EQ(referenced(text), "") << text;
  EXPECT_EQ(quoted("a,,b,,c and d and e'' f"), "");
}

// Whatever ends a line, and what does not show in a line that is empty.
TEST(Quotations, AReferenceOfAnotherParagraphIsNone) {
  for (const char* const gap : {"\n\n", "\r\n\r\n", "\n \n", "\n\t \n", "\r\n \t\r\n", "\n\u00A0\n", "\n\n\n\n"}) {
    const std::string five = "“One two three four five.”";
    EXPECT_EQ(referenced("Own." + (gap + five + gap) + "Miller (2004) has another theory."), "0") << gap;
    EXPECT_EQ(referenced("Miller (2004) has another theory" + (gap + five + gap) + "Own."), "0") << gap;
    EXPECT_EQ(referenced("Miller (2004) has it:" + (gap + five + gap) + "Own."), "1") << gap;
    EXPECT_EQ(referenced("Own." + (gap + five + gap) + "— Barbara Miller" + gap), "1") << gap;
    EXPECT_EQ(referenced("Own." + (gap + five + gap) + "(Miller 2004, p. 3)." + gap + "Own."), "1") << gap;
    EXPECT_EQ(referenced("Own." + (gap + five + gap) + "(Miller 2004) has another theory."), "0") << gap;
    EXPECT_EQ(referenced("Own." + (gap + five + gap) + "(2)" + gap + "Own."), "0") << gap;
    EXPECT_EQ(quoted("own “one two three" + (gap + five)), "4+5") << gap;
    const std::string block = "> one two three four five";
    EXPECT_EQ(referenced("Own." + (gap + block + gap) + "Miller (2004) has another theory."), "0") << gap;
    EXPECT_EQ(referenced("Own." + (gap + block + gap) + "(Miller 2004)" + gap), "1") << gap;
    EXPECT_EQ(referenced("Own." + (gap + block + "\n(Miller 2004)" + gap)), "1") << gap;
  }
}

// What is neither mark nor line end is passed over at once.
TEST(Quotations, AreFoundBehindPlainTextOfAnyLength) {
  for (const std::uint32_t n : {0u, 1u, 7u, 10u, 63u, 64u, 500u}) {
    std::string plain;
    for (std::uint32_t i = 0; i < n; ++i) plain += "plain ";
    const std::string five = "one two three four five";
    const std::string text = plain + "“" + five + "” " + plain + "\"" + five + "\" é " + plain + "\n> " + five + "\n" +
                             plain + "«" + five + "»";
    std::string expected;
    for (const std::uint32_t first : {n, 2 * n + 5, 3 * n + 11, 4 * n + 16})
      expected += (expected.empty() ? "" : " ") + std::to_string(first) + "+5";
    EXPECT_EQ(quoted(text), expected) << n;
  }
}

TEST(Quotations, AnyBytes) {
  const char* const pieces[] = {"\"", "“",     "”",   "«", "»",    "’",  "\n",
                                "> ", "word ", "two", " ", "\xFF", "「", "\xE2\x80"};
  std::uint32_t state = 1;
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = 0; i < 60; ++i) {
      state = state * 1664525u + 1013904223u;
      text += pieces[(state >> 16) % std::size(pieces)];
    }
    WordLocator locator;
    std::vector<LocatedWord> words;
    locator.locate(text, words);
    std::vector<Quotation> ranges;
    find_quotations(text, words, ranges);
    std::uint32_t done = 0;
    for (const auto& [range, referenced, said] : ranges) {
      ASSERT_GE(range.words, 5u);
      ASSERT_GE(range.first, done);
      done = range.first + range.words;
      ASSERT_LE(done, words.size());
    }
  }
}

}  // namespace
}  // namespace textkin::text
