#include "text/unicode/char_class.h"

#include <algorithm>
#include <array>
#include <new>
#include <vector>

#include "text/unicode/settle_block.h"
#include "text/unicode/utf8.h"
#include "unicode/uchar.h"
#include "unicode/uscript.h"
#include "unicode/uset.h"

namespace textkin::text {
namespace {

constexpr std::uint32_t kWordCategories = U_GC_L_MASK | U_GC_M_MASK | U_GC_ND_MASK | U_GC_NL_MASK;
constexpr std::array kSoloScripts{USCRIPT_HAN,      USCRIPT_HIRAGANA, USCRIPT_KATAKANA, USCRIPT_BOPOMOFO,
                                  USCRIPT_YI,       USCRIPT_TANGUT,   USCRIPT_NUSHU,    USCRIPT_KHITAN_SMALL_SCRIPT,
                                  USCRIPT_JAVANESE, USCRIPT_BALINESE};

bool is_solo(UChar32 c) {
  if (u_getIntPropertyValue(c, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT) return true;
  const auto in_list = [](UScriptCode script) {
    return std::find(kSoloScripts.begin(), kSoloScripts.end(), script) != kSoloScripts.end();
  };
  UErrorCode error = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(c, &error);
  // Only characters of no script of their own have extensions into these.
  if (script != USCRIPT_COMMON && script != USCRIPT_INHERITED) return in_list(script);
  std::array<UScriptCode, 64> scripts;
  const int count = uscript_getScriptExtensions(c, scripts.data(), static_cast<int>(scripts.size()), &error);
  if (U_FAILURE(error)) return false;
  // A mark of many scripts, as the dot below of Vietnamese and of Japanese, belongs to the letter before it.
  return script == USCRIPT_INHERITED ? std::all_of(scripts.begin(), scripts.begin() + count, in_list)
                                     : std::any_of(scripts.begin(), scripts.begin() + count, in_list);
}

constexpr bool is_am(UChar32 c) { return c == 0x0E33 || c == 0x0EB3; }

UBool fill(const void* context, UChar32 start, UChar32 limit, UCharCategory category) {
  std::uint8_t* flags = *static_cast<std::uint8_t* const*>(context);
  const std::uint32_t mask = U_MASK(category);
  std::uint8_t common = kVisibleChar;
  if ((mask & kWordCategories) != 0) common |= kWordChar;
  if ((mask & U_GC_P_MASK) != 0) common |= kPunctuationChar;
  if ((mask & U_GC_MN_MASK) != 0) common |= kMarkChar;
  const bool marks = (mask & U_GC_M_MASK) != 0;
  const bool modifies = (mask & U_GC_LM_MASK) != 0;
  for (UChar32 c = start; c < limit; ++c) {
    flags[c] = common;
    if ((common & kWordChar) == 0) continue;
    if (is_solo(c)) flags[c] |= kSoloChar;
    if (marks || is_am(c) || (modifies && u_hasBinaryProperty(c, UCHAR_GRAPHEME_EXTEND) != 0)) flags[c] |= kExtendsChar;
  }
  return true;
}

void flag_unseen(std::vector<std::uint8_t>& flags) {
  UErrorCode error = U_ZERO_ERROR;
  const USet* const unseen = u_getBinaryPropertySet(UCHAR_DEFAULT_IGNORABLE_CODE_POINT, &error);
  if (U_FAILURE(error)) throw std::bad_alloc();
  const auto flag = [&](UChar32 first, UChar32 last) {
    for (UChar32 c = first; c <= last; ++c) flags[static_cast<std::size_t>(c)] |= kUnseenChar;
  };
  for (std::int32_t i = 0; i < uset_getItemCount(unseen); ++i) {
    UChar32 first, last;
    if (uset_getItem(unseen, i, &first, &last, nullptr, 0, &error) == 0) flag(first, last);
  }
  flag(0xFFF9, 0xFFFB);
}

std::vector<std::uint8_t> read_icu() {
  std::vector<std::uint8_t> flags(kCodePoints + kTablePadding);
  std::uint8_t* start = flags.data();
  u_enumCharTypes(fill, static_cast<const void*>(&start));
  // No White_Space character lies above the Basic Multilingual Plane: Unicode keeps the property stable there.
  for (UChar32 c = 0; c < 0x10000; ++c)
    if (u_isUWhiteSpace(c)) flags[static_cast<std::size_t>(c)] ^= kSpaceChar | kVisibleChar;
  flag_unseen(flags);
  return flags;
}

}  // namespace

const std::uint8_t* char_flags() {
  static const std::vector<std::uint8_t> flags = read_icu();
  return flags.data();
}

}  // namespace textkin::text
