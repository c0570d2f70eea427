#include "extract/markup/html_box.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace textkin::extract {
namespace {

// "name:value;name:value"
bool is_unseen(std::string_view style, bool is_block = false) {
  HtmlBox box;
  while (!style.empty()) {
    const std::string_view one = style.substr(0, style.find(';'));
    style.remove_prefix(std::min(style.size(), one.size() + 1));
    box.declare(one.substr(0, one.find(':')), one.substr(one.find(':') + 1));
  }
  return box.is_unseen(is_block);
}

TEST(HtmlBox, KnowsWhatLeavesNothing) {
  for (const char* style :
       {"position:absolute;left:-9999px", "top:-9999px;position:absolute", "position:fixed;left:-200vw",
        "position:absolute;right:-100em", "position:absolute;clip:rect(0,0,0,0)",
        "clip:rect(1px 1px 1px 1px);position:absolute", "position:absolute;clip-path:inset(50%)",
        "display:block;clip-path:inset(0 100% 0 0)", "display:inline-block;clip-path:circle(0)",
        "display:inline-block;height:0;width:0;overflow:hidden", "max-width:0;overflow:hidden;display:inline-block",
        "float:left;width:1px;overflow:clip", "display:inline-block;transform:scale(0)", "filter:opacity(0)",
        "display:block;content-visibility:hidden",
        "position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip:rect(0,0,0,0)"})
    EXPECT_TRUE(is_unseen(style)) << style;
  EXPECT_TRUE(is_unseen("height:0;overflow:hidden", true));
}

TEST(HtmlBox, KnowsWhatIsSeen) {
  for (const char* style : {"left:-9999px",
                            "position:relative;left:-9999px",
                            "position:absolute;left:-20px;top:0",
                            "position:absolute;left:9px",
                            "position:absolute;left:-50%",
                            "clip:rect(0,0,0,0)",
                            "position:absolute;clip:rect(0,90px,20px,0)",
                            "position:absolute;clip:auto",
                            "position:absolute;clip:rect(0,auto,auto,0)",
                            "display:block;clip-path:inset(10% 60% 0 0)",
                            "display:block;clip-path:inset(5px)",
                            "width:0;overflow:hidden",
                            "display:block;width:0",
                            "display:block;height:0;overflow:visible",
                            "display:block;width:100%;overflow:hidden",
                            "transform:scale(0)",
                            "display:block;transform:scale(.5)",
                            "filter:opacity(50%)",
                            "filter:blur(0)",
                            "content-visibility:hidden",
                            "position:absolute;height:auto;overflow:hidden",
                            "position:absolute;left:-100%",
                            "display:block;height:0;overflow:hidden;padding-bottom:56.25%",
                            ""})
    EXPECT_FALSE(is_unseen(style)) << style;
  EXPECT_FALSE(is_unseen("display:inline;height:0;overflow:hidden", true));
  EXPECT_FALSE(is_unseen("height:0", true));
}

}  // namespace
}  // namespace textkin::extract
