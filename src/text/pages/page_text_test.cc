#include "text/pages/page_text.h"

#include <chrono>
#include <random>
#include <string>

#include "base/utf8.h"
#include "gtest/gtest.h"
#include "text/catalog.h"

namespace textkin::text {
namespace {

std::string links(std::string_view page) {
  std::string out = "before";
  page_links(page, out);
  return out;
}
std::string anchors(std::string_view page) {
  std::string out = "before";
  page_anchors(page, out);
  return out;
}
std::string shown(std::string_view page) {
  std::string out = "before";
  page_text(page, out);
  return out;
}

TEST(PageLinks, AreReadAsBrowsersReadThem) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"", ""},
      {"no markup", ""},
      {R"(<a href="/x">)", "/x\n"},
      {R"(<A HREF='/x' CLASS=b>)", "/x\n"},
      {R"(<a href=/x?a=1&copy=2>)", "/x?a=1&copy=2\n"},
      {R"(<a href=/x/>)", "/x/\n"},
      {R"(<a class="a>b" href="/x">)", "/x\n"},
      {R"(<a href = "/x" href="/y">)", "/x\n"},
      {R"(<a/href="/x">)", "/x\n"},
      {R"(<a href>)", ""},
      {R"(<a href="">)", ""},
      {R"(<a href="#top">)", ""},
      {R"(<a name="top">)", ""},
      {R"(<a href="  /x#frag  ">)", "/x\n"},
      {R"(<a href="/x&#35;frag">)", "/x\n"},
      {R"(<a href="?a=1&amp;b=2">)", "?a=1&b=2\n"},
      {R"(<a href="/caf&eacute;/&#xE4;&#228;">)", "/caf\u00e9/\u00e4\u00e4\n"},
      {"<a href=\"/a b\tc\nd\">", "/a%20bcd\n"},
      {"<a href=\"/a\u00a0b\">", "/a%C2%A0b\n"},
      {"<a\nhref=\"/x\"\n>", "/x\n"},
      {R"(<abbr href="/x"><area href="/y"><link href="/z">)", ""},
      {R"(<a href="/1"><a href="/2"></a><a href="/1">)", "/1\n/2\n/1\n"},
      {R"(<!-- <a href="/x"> -->)", ""},
      {R"(<!--><a href="/x">-->)", "/x\n"},
      {R"(<!---><a href="/x">-->)", "/x\n"},
      {R"(<!-- a --!><a href="/x">)", "/x\n"},
      {R"(<!---!><a href="/no">--><a href="/x">)", "/x\n"},
      {R"(<!-- a -- b ---><a href="/x">)", "/x\n"},
      {R"(<!DOCTYPE html><?xml ?><a href="/x">)", "/x\n"},
      {R"(</ a><a href="/x"></></p)", "/x\n"},
      {R"(<script>if (a<b) "<a href='/no'>"</scripty></script ><a href="/x">)", "/x\n"},
      {R"(<SCRIPT></script><style><a href="/no"></STYLE><a href="/x">)", "/x\n"},
      {R"(<title><a href="/no"></title><textarea><a href="/no"></textarea><a href="/x">)", "/x\n"},
      {R"(<script><a href="/no">)", ""},
      {R"(<a href="/cut)", ""},
      {R"(<a href="/cut" )", ""},
      {R"(<a href=)", ""},
      {R"(1 < 2 <a href="/x"> 3 <)", "/x\n"},
      {R"(<a ==x href=/y>)", "/y\n"},
      {R"(<a "href="/x">)", ""},
      {R"(<a href='/x"'>)", "/x\"\n"},
  };
  for (const auto& [page, expected] : rows) EXPECT_EQ(links(page), expected) << page;
  EXPECT_EQ(links(std::string("<a href=\"/\0x\">", 15)), "/%00x\n");
}

TEST(PageAnchors, AreTheTextOfLinks) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {R"(see <a href="/x">the <b>bo</b>ld one</a>.)", "the bold one\n"},
      {R"(<a href="/x">one<br>two<img src=x>three</a>)", "one two three\n"},
      {R"(<a href="/x">one<a href="/y">two</a>three)", "one\ntwo\n"},
      {R"(<a href="/x">one<a name=z>two</a>three)", "one\n"},
      {R"(<a name=z>no</a></a>)", ""},
      {R"(<a href="/x">caf&eacute; &amp; &nosuch; &copy 1&#0;</a>)", "caf\u00e9 & &nosuch; &copy 1\uFFFD\n"},
      {R"(<a href="/x">open end)", "open end"},
      {R"(<a href="/x"><script>no</script><!-- no -->yes</a>)", "  yes\n"},
  };
  for (const auto& [page, expected] : rows) EXPECT_EQ(anchors(page), expected) << page;
}

TEST(PageText, IsWhatIsShown) {
  EXPECT_EQ(shown("<title>A&amp;B <b></title><p>one<p>t<i>w</i>o<script>no</script><style>no</style>"),
            "\nA&B <b>\n\none\ntwo\n\n\n\n");
  EXPECT_EQ(shown("plain text, 1 < 2 & 3"), "plain text, 1 < 2 & 3");
  EXPECT_EQ(shown("a&#x1F600;&#99999999999;&#xD800;&#x;&#;&;&"), "a\U0001F600\uFFFD\uFFFD&#x;&#;&;&");
}

TEST(PageText, IsATokeniserOfTheCatalogue) {
  TextSpec spec;
  spec.shingle_size = 1;
  const auto size_of = [&](const char* tokens, const char* normalizer) {
    spec.tokens = tokens;
    spec.normalizers = {normalizer};
    std::vector<Feature> features;
    make_shingler(spec).value()->sorted_set(
        R"(<h1>Page</h1><a href="/One.html">first page</a> <a href="/one.html#x">Page one</a><a href="/Two w">two</a>)",
        features);
    return features.size();
  };
  EXPECT_EQ(size_of("links", "none"), 3u);
  EXPECT_EQ(size_of("links", "casefold"), 2u);
  EXPECT_EQ(size_of("anchors", "casefold"), 4u);
  EXPECT_EQ(size_of("html", "casefold"), 3u);  // the last anchors touch: "onetwo"
  spec.fingerprint = "rabin";
  spec.stem = "english";
  EXPECT_EQ(size_of("anchors", "none"), 5u);
  EXPECT_NE(describe(spec).find("|anchors.v1+stem-english"), std::string::npos);
}

TEST(PageText, AnyBytesGiveUtf8) {
  std::mt19937 random(8);
  constexpr std::string_view kPieces[] = {"<",  ">",      "a",  "/",  "!",     "-",   "--",      "href", "=",
                                          "\"", "'",      " ",  "&",  "#",     "x",   ";",       "1",    "script",
                                          "</", "\u00e9", "\n", "\0", "title", "amp", "<a href="};
  for (int trial = 0; trial < 20000; ++trial) {
    std::string page;
    for (std::size_t left = random() % 30; left > 0; --left) page += kPieces[random() % std::size(kPieces)];
    const std::vector<char> tight(page.begin(), page.end());
    const std::string_view view(tight.data(), tight.size());
    for (const std::string& out : {links(view), anchors(view), shown(view)}) {
      std::string repaired;
      base::append_valid_utf8(out, repaired);
      ASSERT_EQ(repaired, out) << page;
    }
  }
}

// Each of these takes minutes where a step looks at the rest of the page.
TEST(PageText, HostilePagesCostTheirLength) {
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string_view piece : {"<div>",      "<a href=\"", "<a href='x'>", "<!--",           "<!-- -",
                                       "--!",        "<script>",   "</",           "</script",       "<a ",
                                       "<a =",       "&",          "&#",           "&amp",           "<",
                                       "<!",         "<?",         "<title>",      "<title></titl>", "\"",
                                       "<a href=x ", "<b><i>",     "<textarea></", "<script></"}) {
    std::string page;
    while (page.size() < 1'000'000) page += piece;
    links(page);
    anchors(page);
    shown(page);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

}  // namespace
}  // namespace textkin::text
