#include "text/unicode/formulas.h"

#include "text/unicode/char_class.h"
#include "text/unicode/utf8.h"
#include "unicode/uchar.h"

namespace textkin::text {
namespace {

constexpr int kFarthest = 20;   // characters between the sign and the letters
constexpr int kMostSpaces = 8;  // between the sign and what is to its left

bool is_of_category(std::uint32_t c, std::uint32_t categories) {
  return (U_MASK(u_charType(static_cast<UChar32>(c))) & categories) != 0;
}

// A sign of calculation, or of TeX; a bar and a tilde stand in tables and in prose.
bool calculates(std::uint32_t c) {
  return (is_of_category(c, U_GC_SM_MASK) && c != '|' && c != '~') || c == '^' || c == '_';
}

bool ends_formula(std::uint32_t c) { return c == '\n' || (is_of_category(c, U_GC_L_MASK) && !is_styled_letter(c)); }

CodePoint character_before(std::string_view text, std::size_t at) {
  return decode(text.data() + code_point_start(text, at - 1), text.data() + text.size());
}

bool has_left_side(std::string_view text, std::size_t at) {
  for (int spaces = 0; at > 0 && spaces <= kMostSpaces; ++spaces) {
    const CodePoint c = character_before(text, at);
    if (is_of_category(c.value, U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK) || c.value == ')' || c.value == ']' ||
        c.value == '}')
      return true;
    if (c.value == '\n' || (char_flags()[c.value] & kSpaceChar) == 0) return false;
    at -= c.length;
  }
  return false;
}

}  // namespace

bool in_formula(std::string_view text, std::size_t begin, std::size_t end) {
  for (int i = 0; i <= kFarthest && end < text.size(); ++i) {
    const CodePoint c = decode(text.data() + end, text.data() + text.size());
    if (calculates(c.value)) return true;
    if (ends_formula(c.value)) break;
    end += c.length;
  }
  for (int i = 0; i <= kFarthest && begin > 0; ++i) {
    const CodePoint c = character_before(text, begin);
    begin -= c.length;
    if (calculates(c.value) && has_left_side(text, begin)) return true;
    if (ends_formula(c.value)) break;
  }
  return false;
}

}  // namespace textkin::text
