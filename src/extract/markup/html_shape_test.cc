#include "extract/markup/html_shape.h"

#include <gtest/gtest.h>

#include <string>

namespace textkin::extract {
namespace {

std::string repeated(const std::string& part, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += part;
  return out;
}

TEST(HtmlShape, CountsWhatIsOpen) {
  EXPECT_EQ(html_shape("").depth, 0u);
  EXPECT_EQ(html_shape("<div><b>x</b></div><div></div>").depth, 2u);
  EXPECT_EQ(html_shape(repeated("<DIV>", 100) + repeated("</div>", 100)).depth, 100u);
  EXPECT_EQ(html_shape(repeated("<p>text<li>item<br>", 100)).depth, 0u);
}

TEST(HtmlShape, IsNotLedAstrayByOtherEndTags) { EXPECT_EQ(html_shape(repeated("<span></div>", 50)).depth, 50u); }

TEST(HtmlShape, PassesOverScriptsAndComments) {
  EXPECT_EQ(html_shape("<script>" + repeated("'<div>'", 50) + "</Script><!--" + repeated("<b>", 50) + "--><i>").depth,
            1u);
  EXPECT_EQ(html_shape("<script>" + repeated("<div>", 50)).depth, 0u);
  EXPECT_EQ(html_shape("<!--" + repeated("<div>", 50)).depth, 0u);
}

// Expected: the attributes that the tokenizer of the HTML standard makes.
TEST(HtmlShape, CountsAttributes) {
  const auto count = [](const std::string& page) { return html_shape(page).attributes; };
  EXPECT_EQ(count("<p>"), 0u);
  EXPECT_EQ(count("<p a b=1 c = '2 > 3' d=\"4 e=5\" / f>text g h i j k l m n"), 5u);
  EXPECT_EQ(count("<p a=x/y b='1'c=\"2\"d/e/f =g>"), 6u);
  EXPECT_EQ(count("<p \"a b\" = >"), 2u);
  EXPECT_EQ(count("<br a b c></br d e f g>"), 4u);
  EXPECT_EQ(count("<p a b c"), 3u);
  EXPECT_EQ(count("<p a='b c d"), 1u);
  EXPECT_EQ(count(repeated("<body a b>", 5) + repeated("<html c>", 20)), 20u);
  EXPECT_EQ(count("<i a><!-- <p a b c> --><script>x <y a b c</script>"), 1u);
}

TEST(HtmlShape, RawTextIsTextWhereGumboTakesItForText) {
  for (const std::string around : {"svg", "math", "select", "frameset"})
    EXPECT_EQ(html_shape("<" + around + "><style><p a b c></style>").attributes, 3u) << around;
  EXPECT_EQ(html_shape("<svg><![CDATA[</svg>]]><style><p a b c></style>").attributes, 3u);
  EXPECT_EQ(html_shape("<svg></svg><style><p a b c></style>").attributes, 0u);
}

// Or else what stands behind them would not be counted.
TEST(HtmlShape, CommentsEndWhereGumboEndsThem) {
  const std::string tags = repeated("<b>", 9);
  for (const std::string comment :
       {"<!-->", "<!--->", "<!---->", "<!-- x -->", "<!-- x --!>", "<!---x--->", "<!-- > -> -- -->"})
    EXPECT_EQ(html_shape(comment + tags + "-->").depth, 9u) << comment;
  for (const std::string comment : {"<!--", "<!-", "<!-- x -", "<!-- x --", "<!-- x --!", "<!----"})
    EXPECT_EQ(html_shape(comment).depth, 0u) << comment;
  EXPECT_EQ(html_shape("<!-- --!" + tags + "-->").depth, 0u);
}

TEST(HtmlShape, WhatIsNoTagIsAComment) {
  const std::string tags = repeated("<b>", 9);
  for (const std::string comment :
       {"<!<title>", "<!doctype a '<svg>", "<?<title>", "</ <title>", "</>", "<![CDATA[<title>"})
    EXPECT_EQ(html_shape(comment + tags).depth, 9u) << comment;
  for (const std::string raw : {"iframe", "noembed", "noframes", "xmp"})
    EXPECT_EQ(html_shape("<" + raw + "><!--</" + raw + ">" + tags).depth, 9u) << raw;
  for (const std::string cut : {"<!", "<?", "</", "</ ", "<"}) EXPECT_EQ(html_shape(cut).depth, 0u) << cut;
}

TEST(HtmlShape, AScriptWithinACommentOfAScriptDoesNotEndIt) {
  const std::string tags = repeated("<b>", 9);
  EXPECT_EQ(html_shape("<script><!--<script></script><!--</script>" + tags).depth, 9u);
  EXPECT_EQ(html_shape("<script><!--<SCRIPT>" + tags + "</script>" + tags + "--></script><i>").depth, 1u);
  EXPECT_EQ(html_shape("<script><!--<script>--></script>" + tags).depth, 9u);
  EXPECT_EQ(html_shape("<script><!--><script></script>" + tags).depth, 9u);
  EXPECT_EQ(html_shape("<script><script></script>" + tags).depth, 9u);
  EXPECT_EQ(html_shape("<script><!--<script></script>" + tags).depth, 0u);
}

TEST(HtmlShape, TagsInCdataCountAsGumboMayTakeThemForTags) {
  EXPECT_EQ(html_shape("<svg><p><![CDATA[>" + repeated("<b>", 9)).depth, 10u);
  EXPECT_EQ(html_shape("<svg><![CDATA[<a b='c]]>" + repeated("<b>", 9)).depth, 11u);
  EXPECT_EQ(html_shape("<svg><![CDATA[<!--]]>" + repeated("<b>", 9)).depth, 10u);
  EXPECT_EQ(html_shape("<svg><![CDATA[" + repeated("</svg>", 9) + "]]><b></b></svg>").depth, 2u);
}

// Each as long as what took minutes where the rest of the page was looked at anew.
TEST(HtmlShape, TakesTheTimeOfItsBytes) {
  EXPECT_EQ(html_shape("<b><script><!--" + repeated("<", 1'000'000)).depth, 1u);
  EXPECT_EQ(html_shape("<b><style>" + repeated("</", 1'000'000)).depth, 1u);
  EXPECT_EQ(html_shape("<b>" + repeated("<!--x--!>", 1'000'000)).depth, 1u);
}

// A tag within a value is none.
TEST(HtmlShape, ValuesAreNoTags) { EXPECT_EQ(html_shape("<i title='<b><b><b>'>").depth, 1u); }

}  // namespace
}  // namespace textkin::extract
