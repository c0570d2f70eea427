#include "text/quotations/bracketed_source.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "text/quotations/reference_characters.h"
#include "text/quotations/reference_words.h"
#include "text/quotations/sentence_words.h"

namespace textkin::text {
namespace {

using reference::folded;
using reference::is_capital;
using reference::is_digit;
using reference::is_enclosed_number;
using reference::is_han_digit;
using reference::is_letter;
using reference::is_space;

// 一九九八年.
bool has_han_year(std::u32string_view text) {
  for (std::size_t at = text.find(U'年'); at != text.npos; at = text.find(U'年', at + 1))
    if (at >= 4 && std::ranges::all_of(text.substr(at - 4, 4), [](char32_t c) { return is_han_digit(c); })) return true;
  return false;
}

// xii, of a page or a volume.
bool is_roman(std::u32string_view word) { return word.find_first_not_of(U"ivxlc") == word.npos; }

// Folded, with a space between any two, but for those that an apostrophe parts (it’s); initials of names (S. A. Miller,
// not o. J.) keep their capitals.
std::u32string joined(std::u32string_view text, const std::vector<Word>& words) {
  std::u32string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::u32string_view word = words[i].text;
    const bool behind_small = i > 0 && words[i - 1].text.size() == 1 && !is_capital(words[i - 1].text[0]);
    const bool apart = i > 0 && text[words[i].begin - 1] != '\'' && text[words[i].begin - 1] != 0x2019;
    if (apart) out += U' ';
    out += word.size() == 1 && !behind_small ? std::u32string(word) : folded(std::u32string(word));
  }
  return out;
}

// An address, or a key of Markdown's: https://doi.org/10.1000/1, [@miller, p. 3], [^miller].
bool points_to_file(std::u32string_view inside) {
  if (inside.size() > 1 && (inside[0] == '@' || inside[0] == '^') && is_letter(inside[1])) return true;
  return std::ranges::any_of(
      std::to_array<std::u32string_view>({U"http://", U"https://", U"doi.org/", U"doi:", U"www."}),
      [&](std::u32string_view begin) { return inside.find(begin) != inside.npos; });
}

// Whether the number of word `number` stands right behind it, in digits or as xii, or as 3. right before it. One Roman
// letter may be a word, "the line I like", unless a full stop comes before it or no word behind it.
bool is_numbered(std::u32string_view text, std::span<const Word> words, std::size_t number) {
  const auto skip_spaces = [&](std::size_t i) {
    while (i < text.size() && is_space(text[i])) ++i;
    return i;
  };
  const Word& word = words[number];
  const std::size_t end_of_word = word.begin + word.text.size();
  const bool stop = end_of_word < text.size() && text[end_of_word] == '.';
  const std::size_t i = skip_spaces(end_of_word + (stop ? 1 : 0));
  if (i > end_of_word && i < text.size() && is_digit(text[i])) return true;  // not v12.20
  if (number + 1 < words.size() && words[number + 1].begin == i) {
    const Word& next = words[number + 1];
    const std::size_t end = i + next.text.size();
    const std::size_t behind = skip_spaces(end);
    if (is_roman(folded(std::u32string(next.text))) &&
        (stop || next.text.size() > 1 || behind == text.size() || !is_letter(text[behind])))
      return true;
  }
  std::size_t before = word.begin;
  while (before > 0 && is_space(text[before - 1])) --before;
  return before > 1 && text[before - 1] == '.' && is_digit(text[before - 2]);
}

// 64a, 12r, 64a–b: letters that belong to numbers.
bool are_letters_of_numbers(std::u32string_view text, std::span<const Word> words) {
  constexpr std::u32string_view kBefore = U"-\u2010\u2011\u2012\u2013";
  return std::ranges::all_of(words, [&](const Word& word) {
    if (word.text.size() != 1 || word.begin == 0) return false;
    const char32_t before = text[word.begin - 1];
    return std::u32string_view(U"abcdefrv").find(word.text[0]) != std::u32string_view::npos &&
           (is_digit(before) || kBefore.find(before) != kBefore.npos);
  });
}

// 第一章, 第12回: a part of a book.
bool has_han_part(std::u32string_view text) {
  constexpr std::u32string_view kParts = U"章段回節节卷篇幕场場页頁句行话話";
  for (std::size_t at = text.find(U'第'); at != text.npos; at = text.find(U'第', at + 1)) {
    std::size_t end = at + 1;
    while (end < text.size() &&
           (is_digit(text[end]) || is_han_digit(text[end]) || text[end] == U'十' || text[end] == U'百'))
      ++end;
    if (end > at + 1 && end < text.size() && kParts.find(text[end]) != kParts.npos) return true;
  }
  return false;
}

// 《论语·学而》, 鲁迅《故乡》, 김소월, 「진달래꽃」: a title in its marks, with no more than a name before it, and not
// the writer's.
bool has_title(std::u32string_view text) {
  constexpr std::u32string_view kOpen = U"《〈『「";
  constexpr std::u32string_view kClose = U"》〉』」";
  constexpr std::size_t kMostOfName = 20;
  const std::size_t open = text.find_first_of(kOpen);
  if (open == text.npos || open > kMostOfName || text.starts_with(U'我')) return false;
  const std::size_t close = text.find(kClose[kOpen.find(text[open])], open);
  return close != text.npos && !words_of(text.substr(open, close - open)).empty();
}

// רביעי is no number, יג is: letters of one numeral, each of less than the one before, as hundreds, tens and ones; טו
// and טז are 15 and 16. Geresh and gershayim are told by what is around.
bool is_hebrew_numeral(std::u32string_view word) {
  if (word.empty() || word.size() > 3) return false;
  if (word == U"טו" || word == U"טז") return true;
  constexpr std::u32string_view kOnes = U"אבגדהוזחט";
  constexpr std::u32string_view kTens = U"יכלמנסעפצ";
  constexpr std::u32string_view kHundreds = U"קרשת";
  int least = 4;
  for (const char32_t c : word) {
    const int digit = kOnes.find(c) != kOnes.npos ? 1 : kTens.find(c) != kTens.npos ? 2 : 3;
    if ((digit == 3 && kHundreds.find(c) == kHundreds.npos) || digit >= least) return false;
    least = digit;
  }
  return true;
}

// בראשית א, א-ב: a book, and two numerals or one of a single letter; ברכות ב ע"א: a leaf and its side.
bool has_hebrew_place(std::u32string_view text) {
  const std::vector<Word> words = words_of(text);
  if (words.size() < 2 || words[0].text[0] < 0x5D0 || words[0].text[0] > 0x5EA) return false;
  if (words.back().text.size() == 1 && words[words.size() - 2].text == U"ע") return true;
  std::size_t numerals = 0;
  while (numerals + 1 < words.size() && is_hebrew_numeral(words[words.size() - 1 - numerals].text)) ++numerals;
  return numerals >= 2 || (numerals == 1 && words.back().text.size() == 1);
}

// رواه مسلم, متفق عليه.
bool hands_down(std::u32string_view all, std::span<const Word> words) {
  constexpr auto kBy = std::to_array<std::u32string_view>({U"رواه", U"رواها", U"أخرجه", U"أخرجها"});
  return all == U"متفق عليه" || (words.size() > 1 && std::ranges::find(kBy, words[0].text) != kBy.end());
}

// (p. 12), (op. cit. 3), (Kap. ii); (qtd. in Miller); (ll. 3-4).
bool has_word_of_source(std::u32string_view inside, std::span<const Word> words, bool digits, bool named) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::u32string word = folded(std::u32string(words[i].text));
    const bool roman = inside.substr(words[i].begin + word.size()).starts_with('.') && i + 1 < words.size() &&
                       is_roman(folded(std::u32string(words[i + 1].text)));
    if (is_word_of_source(word) && (digits || roman)) return true;
    if (points_to_source(word) && (digits || named)) return true;
    if (is_word_of_place(word) && is_numbered(inside, words, i)) return true;
  }
  return false;
}

}  // namespace

char32_t closing_bracket(char32_t c) {
  switch (c) {
    case '(':
      return ')';
    case '[':
      return ']';
    case 0xFF08:
      return 0xFF09;
    case 0xFF3B:
      return 0xFF3D;
    case 0x3014:
      return 0x3015;
    case 0x3010:
      return 0x3011;
    default:
      return 0;
  }
}

bool names_source(std::u32string_view inside) {
  if (has_year(inside) || has_han_year(inside) || points_to_file(inside)) return true;
  const bool digits = std::ranges::any_of(inside, [](char32_t c) { return is_digit(c) || is_enclosed_number(c); });
  const std::vector<Word> words = words_of(inside);
  if (words.empty()) return digits;
  if (inside.find(U'§') != inside.npos) return true;
  if (digits && inside.find_first_of(U"页頁") != inside.npos) return true;
  const std::u32string all = joined(inside, words);
  const bool named = std::ranges::any_of(words, [](const Word& word) { return is_name(word.text); });
  // (n.d.) alone stands behind a name.
  if (names_same_source(all) || stands_for_year(all, true) || (named && stands_for_year(all, false))) return true;
  if (digits && named) return true;
  if (has_word_of_source(inside, words, digits, named)) return true;
  if (has_title(inside) || has_han_part(inside) || hands_down(all, words) || has_hebrew_place(inside)) return true;
  return digits && (!has_capitals(inside) || are_letters_of_numbers(inside, words));
}

}  // namespace textkin::text
