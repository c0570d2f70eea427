#include "extract/rtf.h"

#include <gtest/gtest.h>

#include <string>

namespace textkin::extract {
namespace {

// Colours: 1 white, 2 blue, 3 automatic, 4 black. Fonts: 0 of the document, 1 Cyrillic, 2 Japanese, 3 Greek by its code
// page.
std::string rtf(const std::string& body) {
  return "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fnil\\fcharset0 Times;}{\\f1\\fcharset204 Calibri;}"
         "{\\f2\\fcharset128{\\*\\falt x}MS Mincho;}{\\f3\\fcharset0\\cpg1253 Y;}}"
         "{\\colortbl;\\red255\\green255\\blue255;\\blue200;;\\red0\\green0\\blue0;}" +
         body + "}";
}

Extracted read(const std::string& body) { return extract_rtf(rtf(body), {}).value(); }
std::string rich_text(const std::string& body) { return read(body).text; }

TEST(Rtf, ParagraphsAreApartAndLinesAndRowsOnLines) {
  EXPECT_EQ(rich_text("a\\par b\\line c\\par\\par d"), "a\n\nb\nc\n\nd\n");
  EXPECT_EQ(
      rich_text("a\\par\\trowd\\cellx1\\cellx2\\pard\\intbl b\\par c\\cell d\\cell\\row e\\cell\\row\\pard f\\par"),
      "a\n\nb\nc\td\ne\n\nf\n");
}

TEST(Rtf, NotesStandAtTheEndAndAMarkWhereTheyAreReferredTo) {
  EXPECT_EQ(
      rich_text(
          "a.{\\super\\chftn}{\\footnote\\pard\\plain{\\super\\chftn} b.\\par c} d{\\*\\footnote\\ftnalt e} f.\\par g"),
      "a.† d† f.\n\ng\n\n⸻\n\nb.\n\nc\n\ne\n");
  EXPECT_EQ(rich_text("a{\\footnote {\\super\\chftn}} b"), "a† b\n");
  EXPECT_EQ(rich_text("a{\\footnote b{\\footnote c}\\par d} e"), "a† e\n\n⸻\n\nb\n\nc\n\nd\n");
  EXPECT_EQ(rich_text("a{\\footnote b{\\bin3 }}}}{\\v no}c} d"), "a† d\n\n⸻\n\nbc\n");
  EXPECT_EQ(rich_text("a{\\header{\\footnote no}}{\\v{\\footnote no}}{\\deleted{\\footnote no}} d"), "a d\n");
}

TEST(Rtf, ANoteIsReadAsFarAsTheFileGoes) {
  EXPECT_EQ(extract_rtf("{\\rtf1 a{\\footnote b", {})->text, "a†\n\n⸻\n\nb\n");
}

TEST(Rtf, EachFontHasItsCharset) {
  EXPECT_EQ(rich_text("\\f1 \\'ef\\'f0 {\\f0 \\'e4}\\'ef\\plain\\'e4 \\f2\\'93\\'fa\\'96\\'7b \\f3\\'e1\\f9\\'e4"),
            "пр äпä 日本 αä\n");
  EXPECT_EQ(extract_rtf("{\\rtf1\\ansi\\ansicpg1252\\deff1{\\fonttbl\\f1\\fcharset204 Calibri;}\\'ef}", {})->text,
            "п\n");
  EXPECT_EQ(extract_rtf("{\\rtf1\\ansi\\ansicpg1251\\deff1{\\fonttbl\\f1\\fcharset0 Calibri;}\\'ef}", {})->text, "п\n");
  EXPECT_EQ(rich_text("{\\*\\x\\deff1{\\fonttbl{\\f0\\fcharset204 y;}}}\\'e4"), "ä\n");
  std::string many = "{\\fonttbl";
  for (int i = 0; i < 300; ++i) many += "\\f" + std::to_string(i) + "\\cpg" + std::to_string(2000 + i);
  many += "}";
  for (int i = 0; i < 300; ++i) many += "\\f" + std::to_string(i) + "\\'e4";
  EXPECT_EQ(rich_text(many).size(), 601u);
}

TEST(Rtf, TextInShapesIsReadOnceBehindTheBody) {
  EXPECT_EQ(rich_text("a{\\shp{\\*\\shpinst\\shpleft1{\\sp{\\sn no}{\\sv 202}}{\\shptxt\\pard b\\par c}}"
                      "{\\shprslt{\\*\\do{\\dptxbx{\\dptxbxtext b}}}}}d\\par e{\\footnote f}"),
            "ad\n\ne†\n\nb\n\nc\n\n⸻\n\nf\n");
  EXPECT_EQ(rich_text("a{\\*\\do{\\dptxbx\\dpx1{\\dptxbxtext\\pard b}}}"), "a\n\nb\n");
  EXPECT_EQ(rich_text("a{\\header{\\shp{\\*\\shpinst{\\shptxt no}}}}{\\*\\shpinst{\\sp{\\sv{\\shptxt no}}}}"), "a\n");
  EXPECT_EQ(rich_text("a{\\shp{\\*\\shpinst{\\shptxt b{\\shp{\\*\\shpinst{\\sp no}{\\shptxt c}}}}}}"), "a\n\nb\n\nc\n");
}

TEST(Rtf, WhatIsShownOfAnObjectIsReadBehindTheBody) {
  EXPECT_EQ(rich_text("a{\\object\\objemb{\\*\\objclass no}{\\*\\objdata 00}{\\result {\\par b}{\\pict 00}}} c"),
            "a c\n\nb\n");
  EXPECT_EQ(rich_text("a{\\header{\\object{\\result no}}}{\\object{\\*\\objdata 00}}{\\result b}"), "ab\n");
}

TEST(Rtf, ADocumentOfAnotherMachineHasItsCodePage) {
  const auto read_as = [](const std::string& head) { return extract_rtf("{\\rtf1" + head + " caf\\'8e}", {})->text; };
  EXPECT_EQ(read_as("\\mac"), "café\n");
  EXPECT_EQ(read_as("\\pc"), "cafÄ\n");
  EXPECT_EQ(read_as("\\pca"), "cafÄ\n");
  EXPECT_EQ(read_as("\\mac\\ansicpg1252"), "cafŽ\n");
  EXPECT_EQ(read_as("\\ansi\\mac"), "cafŽ\n");
}

TEST(Rtf, AGroundIsOfItsCellItsParagraphOrItsLetters) {
  const char* const row = "\\trowd\\clcbpat2\\cellx1\\cellx2\\pard\\intbl ";
  EXPECT_EQ(rich_text(std::string(row) + "\\cf1 a\\cell no\\cell\\row\\pard no\\cf0 b"), "a\n\nb\n");
  EXPECT_EQ(rich_text(std::string(row) + "\\cell\\cell\\row\\pard\\intbl\\cf1 a\\cell no\\cell\\row"), "a\n");
  EXPECT_EQ(rich_text("\\trowd\\trcbpat2\\cellx1\\pard\\intbl\\cf1 a\\cell\\row\\trowd\\cellx1 no\\cell\\row"), "a\n");
  EXPECT_EQ(rich_text("\\pard\\cbpat2\\cf1 a\\par b\\plain\\cf1 c\\pard no"), "a\n\nbc\n");
  EXPECT_EQ(rich_text("\\pard\\cf1\\highlight2\\cb4 a\\highlight0 b\\cb0 no\\chcbpat4 c\\plain\\cf1 no"), "ab c\n");
  // An automatic ground, or one that no table names, is paper.
  EXPECT_EQ(rich_text("a\\cf1\\cb3 no\\cb99 no\\cb-1 no\\cbpat0 no\\clcbpat2 no"), "a\n");
}

}  // namespace
}  // namespace textkin::extract
