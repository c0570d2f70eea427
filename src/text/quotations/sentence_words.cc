#include "text/quotations/sentence_words.h"

#include <algorithm>
#include <string>

#include "text/quotations/reference_characters.h"
#include "text/quotations/reference_words.h"

namespace textkin::text {

using reference::digit_value;
using reference::is_capital;
using reference::is_digit;
using reference::is_letter;

std::vector<Word> words_of(std::u32string_view text) {
  std::vector<Word> out;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_letter(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_letter(text[end])) ++end;
    out.push_back({text.substr(i, end - i), i});
    i = end;
  }
  return out;
}

bool is_name(std::u32string_view word) {
  return word.size() >= 2 && is_capital(word[0]) && !is_no_name(reference::folded(std::u32string(word)));
}

bool has_capitals(std::u32string_view text) {
  return std::ranges::any_of(
      text, [](char32_t c) { return u_toupper(static_cast<UChar32>(c)) != static_cast<UChar32>(c) || is_capital(c); });
}

bool has_year(std::u32string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    int year = 0;
    for (; end < text.size() && end - i <= 4 && is_digit(text[end]); ++end) year = 10 * year + digit_value(text[end]);
    if (end - i == 4 && (text[i] < 0x80 ? year >= 1500 && year < 2100 : year >= 1200 && year < 2700)) return true;
    while (end < text.size() && is_digit(text[end])) ++end;
    i = end + 1;
  }
  return false;
}

}  // namespace textkin::text
