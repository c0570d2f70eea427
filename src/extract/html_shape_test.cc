#include "extract/html_depth.h"

#include <gtest/gtest.h>

#include <string>

namespace textkin::extract {
namespace {

std::string repeated(const std::string& part, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += part;
  return out;
}

TEST(HtmlDepth, CountsWhatIsOpen) {
  EXPECT_EQ(html_depth(""), 0u);
  EXPECT_EQ(html_depth("<div><b>x</b></div><div></div>"), 2u);
  EXPECT_EQ(html_depth(repeated("<DIV>", 100) + repeated("</div>", 100)), 100u);
  EXPECT_EQ(html_depth(repeated("<p>text<li>item<br>", 100)), 0u);
}

TEST(HtmlDepth, IsNotLedAstrayByOtherEndTags) { EXPECT_EQ(html_depth(repeated("<span></div>", 50)), 50u); }

TEST(HtmlDepth, PassesOverScriptsAndComments) {
  EXPECT_EQ(html_depth("<script>" + repeated("'<div>'", 50) + "</Script><!--" + repeated("<b>", 50) + "--><i>"), 1u);
  EXPECT_EQ(html_depth("<script>" + repeated("<div>", 50)), 0u);
  EXPECT_EQ(html_depth("<!--" + repeated("<div>", 50)), 0u);
}

}  // namespace
}  // namespace textkin::extract
