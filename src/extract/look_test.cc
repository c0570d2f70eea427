#include "extract/look.h"

#include <gtest/gtest.h>

namespace textkin::extract {
namespace {

TEST(Look, KnowsWhite) {
  for (const char* white :
       {"#fff", "FFFFFF", "white", " White ", "rgb(255, 255, 255)", "rgba(255,255,255,1)", "#FdFdFd",
        "rgb(100%,100%,100%)", "RGB(255 255 255)", "rgb(255 255 255 / 50%)", "#ffff", "hsl(0, 0%, 100%)",
        "hsla(120 100% 99.5% / 1)", "F8F8F8", "#f0f0f0", "FFFFF0", "WhiteSmoke", "ivory"})
    EXPECT_TRUE(is_white(white)) << white;
  for (const char* other : {"", "#ffe", "FFFF", "auto", "black", "rgb(255,255,0)", "rgb(", "#ggg", "E8E8E8", "FFFFE0",
                            "yellow", "beige", "#ffff00", "rgb(255,255", "hsl(0,0%,50%)", "hsl(0,100%,95%)", "hsl("})
    EXPECT_FALSE(is_white(other)) << other;
}

TEST(Look, KnowsWhatIsTransparent) {
  for (const char* clear : {"transparent", " Transparent", "rgba(0,0,0,0)", "rgba(9, 9, 9, 0.01)", "rgb(0 0 0 / 0%)",
                            "#1230", "#12345600", "hsla(0,0%,0%,0)", "hsl(0 0% 0%/.0)"}) {
    EXPECT_TRUE(is_transparent(clear)) << clear;
    EXPECT_FALSE(is_shade(clear)) << clear;
  }
  for (const char* seen : {"", "#000", "#000000", "#0001", "#00000080", "rgba(0,0,0,1)", "rgba(0,0,0,.1)", "rgb(0,0,0)",
                           "hsl(0,0%,0%)", "black", "url(a,b,c,0)", "rgba(0,0"})
    EXPECT_FALSE(is_transparent(seen)) << seen;
  for (const char* faint : {"0", "0.0", ".01", ".05", "1%", "0%", "-1"}) EXPECT_TRUE(is_faint(faint)) << faint;
  for (const char* seen : {"", "1", ".5", ".1", "50%", "inherit"}) EXPECT_FALSE(is_faint(seen)) << seen;
}

TEST(Look, KnowsShades) {
  for (const char* shade : {"#000", "navy", "D9D9D9", "url(x.png)"}) EXPECT_TRUE(is_shade(shade)) << shade;
  for (const char* none : {"", "auto", "none", "transparent", "#fff", "white"}) EXPECT_FALSE(is_shade(none)) << none;
}

TEST(Look, KnowsPaper) {
  for (const char* paper : {"#fff", "white", "rgb(255 255 255 / 99%)"}) EXPECT_TRUE(is_paper(paper)) << paper;
  for (const char* other : {"", "none", "navy", "transparent", "#ffffff80", "url(a)"})
    EXPECT_FALSE(is_paper(other)) << other;
}

TEST(Look, KnowsTinyLetters) {
  for (const char* tiny : {"0", "0px", "1pt", "2pt", "2px", "0.1em", "5%", "0.05rem"})
    EXPECT_TRUE(is_tiny(tiny)) << tiny;
  for (const char* other : {"", "12pt", "3px", "1em", "50%", "small", "inherit"}) EXPECT_FALSE(is_tiny(other)) << other;
}

TEST(Look, NearerStatementsCount) {
  const Look white{.hidden = {}, .white = true, .tiny = {}, .shaded = {}};
  const Look dark{.hidden = {}, .white = {}, .tiny = {}, .shaded = true};
  const Look black{.hidden = {}, .white = false, .tiny = {}, .shaded = {}};
  EXPECT_EQ(Look().shown(), Shown::kYes);
  EXPECT_EQ(white.shown(), Shown::kAsSpace);
  EXPECT_EQ(white.with(dark).shown(), Shown::kYes);
  EXPECT_EQ(dark.with(white).shown(), Shown::kYes);
  EXPECT_EQ(white.with(black).shown(), Shown::kYes);
  EXPECT_EQ(black.with(white).shown(), Shown::kAsSpace);
  const Look clear{.hidden = {}, .white = false, .tiny = {}, .shaded = true, .clear = true};
  EXPECT_EQ(clear.with(dark).shown(), Shown::kAsSpace);
}

}  // namespace
}  // namespace textkin::extract
