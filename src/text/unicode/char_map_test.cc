#include "text/unicode/char_map.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace textkin::text {
namespace {

// A form made up for the test: U+0400 becomes U+0450, U+0401 becomes U+0301, U+0402 vanishes, U+0403 becomes "xy".
void made_up(std::string_view text, ByteBuffer& out) {
  const char* end = text.data() + text.size();
  for (const char* p = text.data(); p < end;) {
    const CodePoint c = decode(p, end);
    if (c.value == 0x400)
      out.append("\u0450");
    else if (c.value == 0x401)
      out.append("\u0301");
    else if (c.value == 0x403)
      out.append("xy");
    else if (c.value != 0x402)
      out.append({p, c.length});
    p += c.length;
  }
}

// U+0404 to U+0406 have no boundary before them; U+0405 and U+0406 are marks that stay, of classes 30 and 20.
CharMap made_up_map(bool any_length) {
  return CharMap([](std::uint32_t c) { return c < 0x404 || c > 0x406; }, [](std::uint32_t c) { return c != 0x301; },
                 made_up, [](std::uint32_t c) { return c == 0x405 ? 30u : c == 0x406 ? 20u : 0u; }, any_length);
}

// What the slow way was asked for.
std::vector<std::string> stretches(const std::string& text, bool any_length = false) {
  static const CharMap maps[] = {made_up_map(false), made_up_map(true)};
  std::vector<std::string> asked;
  ByteBuffer out, expected;
  maps[any_length ? 1 : 0].apply(text, false, out, [&](std::string_view stretch, ByteBuffer& to) {
    asked.emplace_back(stretch);
    made_up(stretch, to);
  });
  made_up(text, expected);
  EXPECT_EQ(out.view(), expected.view());
  return asked;
}

using Stretches = std::vector<std::string>;
const std::string kFar(40, '.');

TEST(CharMap, SimpleCharactersNeedNoSlowWay) { EXPECT_EQ(stretches("ab\u0400c\u4e00\u0400"), Stretches{}); }

TEST(CharMap, TheRestGoesWithTheSimpleCharacterBeforeIt) {
  EXPECT_EQ(stretches("ab\u0404"), Stretches{"b\u0404"});            // no boundary before it
  EXPECT_EQ(stretches("ab\u0402"), Stretches{"b\u0402"});            // its form is empty
  EXPECT_EQ(stretches("a\u0400\u0403"), Stretches{"\u0400\u0403"});  // its form is two characters
  EXPECT_EQ(stretches("a\u0401"), Stretches{"a\u0401"});             // its form has no boundary before it
  EXPECT_EQ(stretches("a\U0001F600"), Stretches{"a\U0001F600"});     // outside the plane
  EXPECT_EQ(stretches("\u0404"), Stretches{"\u0404"});
}

TEST(CharMap, MarksThatStayAreCopiedBehindASimpleCharacterInTheirOrder) {
  EXPECT_EQ(stretches("ab\u0405c\u0405\u0400\u0405"), Stretches{});
  EXPECT_EQ(stretches("\u0405c"), Stretches{"\u0405c"});  // nothing is before it
  EXPECT_EQ(stretches("ab\u0406\u0405c\u0405\u0405"), Stretches{});
  EXPECT_EQ(stretches("ab\u0405\u0406"), Stretches{"b\u0405\u0406"});  // they would change places
  EXPECT_EQ(stretches(kFar + kFar + "a\u0406\u0405\u0404"), Stretches{"a\u0406\u0405\u0404"});
  EXPECT_EQ(stretches("ab\u0405\u0402"), Stretches{"b\u0405\u0402"});
  EXPECT_EQ(stretches(kFar + kFar + "b\u0405\u0404"), Stretches{"b\u0405\u0404"});
}

TEST(CharMap, FormsOfAnyLengthNeedNoSlowWayWhereNothingJoinsThem) {
  EXPECT_EQ(stretches("\u0403a\u0402b\u0403\u0403\u0400\u0402", true), Stretches{});
  EXPECT_EQ(stretches("a\u0403\u0404", true), Stretches{"\u0403\u0404"});
  EXPECT_EQ(stretches("a\u0403\u0405", true), Stretches{"\u0403\u0405"});
  EXPECT_EQ(stretches("a\u0402\u0405", true), Stretches{"a\u0402\u0405"});
  EXPECT_EQ(stretches(kFar + kFar + "ab\u0402\u0404", true), Stretches{"b\u0402\u0404"});
  EXPECT_EQ(stretches(kFar + kFar + "a\u0403\u0404", true), Stretches{"\u0403\u0404"});
}

TEST(CharMap, AStretchEndsBeforeASimpleCharacter) {
  std::string crowd;
  for (int i = 0; i < 30; ++i) crowd += "\u0404";
  EXPECT_EQ(stretches(kFar + crowd + kFar + "!"), Stretches{"." + crowd});
  const Stretches one = stretches("a\u0404" + kFar + kFar);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_LT(one[0].size(), 40u);
}

TEST(CharMap, CrowdsAreTakenInGrowingStretches) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "abc\u0404";
  EXPECT_LT(stretches(text).size(), 60u);
}

}  // namespace
}  // namespace textkin::text
