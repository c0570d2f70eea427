#include "text/unicode/char_class.h"

#include <algorithm>
#include <array>

#include "gtest/gtest.h"
#include "text/unicode/utf8.h"
#include "unicode/uchar.h"
#include "unicode/uscript.h"

namespace textkin::text {
namespace {

TEST(CharClass, EveryCodePointAsIcuSays) {
  const std::array solo_scripts{USCRIPT_HAN,      USCRIPT_HIRAGANA, USCRIPT_KATAKANA, USCRIPT_BOPOMOFO,
                                USCRIPT_YI,       USCRIPT_TANGUT,   USCRIPT_NUSHU,    USCRIPT_KHITAN_SMALL_SCRIPT,
                                USCRIPT_JAVANESE, USCRIPT_BALINESE};
  const std::uint8_t* flags = char_flags();
  for (UChar32 c = 0; c < static_cast<UChar32>(kCodePoints); ++c) {
    const std::uint32_t mask = U_GET_GC_MASK(c);
    const bool word = (mask & (U_GC_L_MASK | U_GC_M_MASK | U_GC_ND_MASK | U_GC_NL_MASK)) != 0;
    const bool solo = word && (u_getIntPropertyValue(c, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT ||
                               std::any_of(solo_scripts.begin(), solo_scripts.end(),
                                           [c](UScriptCode script) { return uscript_hasScript(c, script); }));
    const bool space = u_isUWhiteSpace(c);
    const bool extends = word && ((mask & U_GC_M_MASK) != 0 || u_hasBinaryProperty(c, UCHAR_GRAPHEME_EXTEND) ||
                                  c == 0xE33 || c == 0xEB3);
    // What UAX 29 has in one cluster with what stands before it, if it is of a word at all.
    const int breaks = u_getIntPropertyValue(c, UCHAR_GRAPHEME_CLUSTER_BREAK);
    if (word && (breaks == U_GCB_EXTEND || breaks == U_GCB_SPACING_MARK)) {
      ASSERT_TRUE(extends) << std::hex << c;
    }
    const int expected =
        (word ? kWordChar : 0) | (solo ? kSoloChar : 0) | (space ? kSpaceChar : kVisibleChar) |
        ((mask & U_GC_P_MASK) != 0 ? kPunctuationChar : 0) | ((mask & U_GC_MN_MASK) != 0 ? kMarkChar : 0) |
        (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) || (c >= 0xFFF9 && c <= 0xFFFB) ? kUnseenChar : 0) |
        (extends ? kExtendsChar : 0);
    ASSERT_EQ(flags[c], expected) << std::hex << c;
  }
}

TEST(CharClass, ByExample) {
  const auto is = [](std::uint32_t c, CharFlag flag) { return (char_flags()[c] & flag) != 0; };
  for (const std::uint32_t c : {0x4E00u, 0x3007u, 0x3042u, 0x30FCu, 0xE01u, 0xEB4u, 0x1780u, 0x1000u, 0xA000u, 0x1B05u})
    EXPECT_TRUE(is(c, kWordChar) && is(c, kSoloChar)) << c;
  for (const std::uint32_t c : {0x41u, 0xE9u, 0x301u, 0x660u, 0xAC00u, 0x0F40u, 0x915u, 0x2160u})
    EXPECT_TRUE(is(c, kWordChar) && !is(c, kSoloChar)) << c;
  for (const std::uint32_t c : {0x5Fu, 0xB2u, 0x2019u, 0x3001u, 0x200Bu, 0xFFFDu, 0xE000u})
    EXPECT_FALSE(is(c, kWordChar) || is(c, kSoloChar) || is(c, kSpaceChar)) << c;
  for (const std::uint32_t c : {0x09u, 0x20u, 0x85u, 0xA0u, 0x2028u, 0x3000u}) EXPECT_TRUE(is(c, kSpaceChar)) << c;
  EXPECT_FALSE(is(0x1C, kSpaceChar));
}

}  // namespace
}  // namespace textkin::text
