#include "extract/markup/markdown_markup.h"

#include <gtest/gtest.h>

#include <string>

namespace textkin::extract {
namespace {

std::string_view definition(std::string_view text) { return text.substr(0, markdown_definition(text)); }
std::string_view address(std::string_view text) { return text.substr(0, markdown_address(text)); }

TEST(MarkdownMarkup, ADefinitionIsAnAddressAndATitleAndNothingElse) {
  for (const char* whole : {"[a]: b", "[a b\\] c]:\tb", "[a]: <b c>  ", "[a]:\nb", "[a]: b \"c (d)\"",
                            "[a]: b\n'c\nd' ", "[a]: b (c)", "[a]:b(c)d", "[a]: \"b", "[a]: <>"})
    EXPECT_EQ(definition(whole), whole);
  EXPECT_EQ(definition("[a]: b\n\"c\" d"), "[a]: b");
  EXPECT_EQ(definition("[a]: b \"c\"\nd"), "[a]: b \"c\"");
  for (const char* text : {"[Anna]: I went", "[a] in [2]: b", "[a]: b \"c\" d", "[a]: b\"c d\"", "[ ]: b", "[]: b",
                           "[a] : b", "[a]:", "[a]: ", "[a[b]: c", "[a]: b)c", "[a]: <b\nc>", "a", "", "["})
    EXPECT_EQ(definition(text), "") << text;
  EXPECT_EQ(markdown_definition("[" + std::string(1000, 'a') + "]: b"), 0u);
  EXPECT_NE(markdown_definition("[" + std::string(999, 'a') + "]: b"), 0u);
}

TEST(MarkdownMarkup, AnAddressHoldsNoSpaceButInPointedBrackets) {
  for (const char* whole : {"(b)", "()", "( b )", "(<b c>)", "(b \"c d\")", "(b\n'c')", "(b (c))", "(b(c)d)", "(b\\)c)",
                            "(<b> \"c \\\" d\")"})
    EXPECT_EQ(address(whole), whole);
  EXPECT_EQ(address("(b) c)"), "(b)");
  for (const char* text : {"(prose of words)", "(b \"c)", "(b c \"d\")", "(b", "(b(c)", "(<b)", "(<b>c)", "(b \"c\" d)",
                           "(b(c d)", "b", ""})
    EXPECT_EQ(address(text), "") << text;
  EXPECT_EQ(markdown_address("(" + std::string(1000, '(') + std::string(1000, ')') + ")"), 0u);
}

TEST(MarkdownMarkup, ATagHasANameAndAttributes) {
  for (const char* whole : {"<b>", "</b>", "</b >", "<b/>", "<b-1 c>", "<a href=x:y/z>",
                            "<a b = 'c > d' e=\"f\n\" _:g.h-i />", "<!X y>", "<?x y?>"})
    EXPECT_EQ(markdown_tag(whole), std::string_view(whole).size()) << whole;
  for (const char* text : {"<a, prose, y> b",
                           "<n holds, then a>",
                           "<1>",
                           "< b>",
                           "<b",
                           "<b c",
                           "<b c='d>",
                           "<b c=\"d\"e>",
                           "</b c>",
                           "<b=c>",
                           "<a b=>",
                           "<a b='c' <d>",
                           "<b/ >",
                           "<?x>",
                           "<!1>",
                           "</>",
                           "<>",
                           "<",
                           "",
                           "<http://x.y>"})
    EXPECT_EQ(markdown_tag(text), 0u) << text;
}

TEST(MarkdownMarkup, AnAutolinkHasASchemeOrIsOfAMail) {
  for (const char* whole : {"<https://x.y>", "<mailto:a>", "<a@b.c>"})
    EXPECT_EQ(markdown_autolink(whole), std::string_view(whole).size()) << whole;
  for (const char* text : {"<https://x y>", "<a>", "<a:b>", "<:a>", "<a@b", "<>", ""})
    EXPECT_EQ(markdown_autolink(text), 0u) << text;
}

TEST(MarkdownMarkup, BlocksEndAParagraph) {
  for (const char* line :
       {"", " \t\r", "# a", "> a", "  - a", "* a", "1. a", "20) a", "```", "~~~ a", "===", "---", "<div>", "+"})
    EXPECT_TRUE(ends_markdown_paragraph(line)) << line;
  for (const char* line : {"a", "-5 degrees", "*a* b", "2004 was", "[a]: b", "`a`"})
    EXPECT_FALSE(ends_markdown_paragraph(line)) << line;
}

}  // namespace
}  // namespace textkin::extract
