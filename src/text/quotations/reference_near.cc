#include "text/quotations/reference_near.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "text/places/paragraph_ends.h"
#include "text/quotations/bracketed_source.h"
#include "text/quotations/reference_characters.h"
#include "text/quotations/reference_command.h"
#include "text/quotations/reference_words.h"
#include "text/quotations/sentence_words.h"

namespace textkin::text {
namespace {

using reference::code_points;
using reference::folded;
using reference::is_capital;
using reference::is_digit;
using reference::is_enclosed_number;
using reference::is_han_digit;
using reference::is_letter;
using reference::is_space;

constexpr std::size_t kMostBefore = 300;  // characters
constexpr std::size_t kMostBehind = 200;
constexpr std::size_t kMostInBrackets = 150;
constexpr std::size_t kNearWords = 9;  // within which a verb of saying stands behind a quotation

// The length of the place of a law that `text` begins with: § 433, §§ 1-3, Art. 5, 第十条; 0: it does not.
std::size_t law_at(std::u32string_view text) {
  std::size_t i = 0;
  if (text[0] == U'第') {
    for (i = 1;
         i < text.size() && (is_digit(text[i]) || is_han_digit(text[i]) || text[i] == U'十' || text[i] == U'百');)
      ++i;
    return i > 1 && i < text.size() && (text[i] == U'条' || text[i] == U'條') ? i + 1 : 0;
  }
  while (i < text.size() && text[i] == U'§') ++i;
  if (i == 0) {
    while (i < text.size() && is_letter(text[i])) ++i;
    constexpr std::size_t kLongest = 10;
    if (i > kLongest || !is_word_of_law(folded(std::u32string(text.substr(0, i))))) return 0;
    if (i < text.size() && text[i] == '.') ++i;
  }
  while (i < text.size() && is_space(text[i])) ++i;
  return i < text.size() && is_digit(text[i]) ? i + 1 : 0;
}

// Whether `text` names a place of a law; `at_begin`: with nothing in small letters before it, as 17 U.S.C. § 107.
bool names_law(std::u32string_view text, bool at_begin) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool within = i > 0 && is_letter(text[i - 1]) && text[i] != U'第';
    if (!within && law_at(text.substr(i)) > 0) return true;
    if (at_begin && is_letter(text[i]) && !is_capital(text[i])) return false;
  }
  return false;
}

// Brackets that begin in `text` at or behind `from` and before `end`.
bool cites_between(std::u32string_view text, std::size_t from, std::size_t end) {
  for (std::size_t i = from; i < end; ++i) {
    const char32_t close = closing_bracket(text[i]);
    if (close == 0) continue;
    const std::size_t stop = text.find(close, i + 1);
    if (stop == text.npos || stop - i > kMostInBrackets) continue;
    if (names_source(text.substr(i + 1, stop - i - 1))) return true;
    i = stop;
  }
  return false;
}

// Where a sentence ends in `text`, at or behind `from`; brackets are skipped.
std::size_t sentence_end(std::u32string_view text, std::size_t from) {
  for (std::size_t i = from; i < text.size(); ++i) {
    if (const char32_t close = closing_bracket(text[i]); close != 0) {
      const std::size_t stop = text.find(close, i + 1);
      if (stop != text.npos && stop - i <= kMostInBrackets) i = stop;
    }
    const char32_t c = text[i];
    if (c == U'。' || c == U'！' || c == U'？' || c == U'।') return i;
    const bool stops = c == '.' || c == '!' || c == '?';
    if (!stops || i + 1 >= text.size() || !is_space(text[i + 1])) continue;
    std::size_t next = i + 1;
    while (next < text.size() && is_space(text[next])) ++next;
    // "p. 12", "Dr. Miller": an abbreviation of one or two letters.
    const bool abbreviated = c == '.' && i >= 2 && (!is_letter(text[i - 2]) || (i >= 3 && !is_letter(text[i - 3]))) &&
                             is_letter(text[i - 1]);
    if (next == text.size() ||
        (!abbreviated && !is_digit(text[next]) && (is_capital(text[next]) || !has_capitals(text.substr(next, 1)))))
      return i;
  }
  return text.size();
}

// From the last paragraph of `text`, what its last `most` characters are.
std::u32string last_of(std::string_view text, std::size_t most) {
  const std::size_t bytes = std::min(text.size(), 4 * most);
  std::size_t from = text.size() - bytes;
  while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0) == 0x80) ++from;
  std::u32string out = code_points(text.substr(from));
  if (out.size() > most) out.erase(0, out.size() - most);
  return out;
}

// "in Miller's words", "Miller's remark that": a name's, among the last words.
bool ends_with_possessive(std::u32string_view sentence, std::span<const Word> words) {
  constexpr std::size_t kLastWords = 6;
  for (std::size_t i = words.size() - std::min(words.size(), kLastWords); i < words.size(); ++i) {
    const std::size_t end = words[i].begin + words[i].text.size();
    if (end + 1 >= sentence.size() || !is_name(words[i].text)) continue;
    if ((sentence[end] == '\'' || sentence[end] == 0x2019) && sentence[end + 1] == 's') return true;
  }
  return false;
}

bool is_writer(const Word& word) { return word.text == U"I" || is_of_writer(folded(std::u32string(word.text))); }

// Whether two are named near word `number`, before or behind it: "Miller and Ray", "Miller & Ray", "Miller et al."; and
// not the writer: "I want to write of Berlin and Paris".
bool several_named(std::u32string_view sentence, std::span<const Word> words, std::size_t number) {
  constexpr std::size_t kNear = 6;
  const std::size_t from = number - std::min(number, kNear);
  const std::span<const Word> near = words.subspan(from, std::min(words.size(), number + kNear) - from);
  if (std::ranges::any_of(near, is_writer)) return false;
  for (std::size_t i = 0; i + 1 < near.size(); ++i) {
    if (!is_name(near[i].text)) continue;
    if (joins_names(folded(std::u32string(near[i + 1].text)))) return true;
    const std::size_t behind = near[i].begin + near[i].text.size();
    if (sentence.substr(behind, near[i + 1].begin - behind).find(U'&') != sentence.npos) return true;
  }
  return false;
}

// Of a noun that is a verb of saying too, word `number`: whether somebody says or has it, who is not the writer.
bool is_said_by(std::span<const Word> words, std::size_t number, bool behind_quotation) {
  constexpr std::size_t kNear = 3;
  const std::span<const Word> before = words.first(number);
  const std::span<const Word> behind = words.subspan(number + 1);
  if (std::ranges::any_of(before.last(std::min(before.size(), kNear)), is_writer)) return false;
  const auto names = [](const Word& word) { return is_name(word.text); };
  if (before.empty() && behind_quotation) return true;
  if (!before.empty() && is_pronoun(folded(std::u32string(before.back().text)))) return true;
  if (std::ranges::any_of(before, names) || (!behind.empty() && names(behind[0]))) return true;
  const bool owned = !behind.empty() && (behind[0].text == U"of" || behind[0].text == U"by");
  return owned && std::ranges::any_of(behind.first(std::min(behind.size(), kNear)), names);
}

// Whether word `number` is a verb of saying there.
bool says(std::u32string_view sentence, std::span<const Word> words, std::size_t number, bool behind_quotation) {
  const std::u32string_view text = words[number].text;
  const std::u32string word = folded(std::u32string(text));
  // A noun or a name, but for what begins a sentence, and MILLER WRITES.
  if (number > 0 && text.size() > 1 && is_capital(text[0]) && !is_capital(text[1])) return false;
  if (is_verb_of_several(word) && several_named(sentence, words, number)) return true;
  return is_verb_of_saying(word) && (!is_noun_too(word) || is_said_by(words, number, behind_quotation));
}

// How a sentence says who said it: by a verb of saying, or words like "according to", with a name.
Reference attributed(std::u32string_view sentence, bool behind_quotation) {
  if (says_without_spaces(sentence, behind_quotation)) return Reference::kSaid;
  const std::vector<Word> words = words_of(sentence);
  const bool cased = has_capitals(sentence);
  const bool named =
      cased ? std::ranges::any_of(words, [](const Word& word) { return is_name(word.text); }) : words.size() > 1;
  if (!named) return Reference::kNone;
  if (says_according_to(folded(std::u32string(sentence)))) return Reference::kSource;
  if (!behind_quotation && has_year(sentence)) return Reference::kSource;
  if (!behind_quotation && ends_with_possessive(sentence, words)) return Reference::kSaid;
  const std::size_t near = behind_quotation ? std::min(words.size(), kNearWords) : words.size();
  for (std::size_t i = 0; i < near; ++i) {
    const bool at_mark = i == (behind_quotation ? 0 : words.size() - 1);
    if (at_mark && is_verb_at_mark(folded(std::u32string(words[i].text)))) return Reference::kSaid;
    if (says(sentence, words, i, behind_quotation)) return Reference::kSaid;
  }
  return Reference::kNone;
}

// ¹, † and their like, which stand for a note.
bool is_raised(char32_t c) {
  return c == 0xB9 || c == 0xB2 || c == 0xB3 || c == 0x2020 || c == 0x2021 || (c >= 0x2070 && c <= 0x2079);
}

bool is_note(std::u32string_view behind) {
  std::size_t i = 0;
  constexpr std::u32string_view kBefore = U".,;)。，；";
  while (i < behind.size() && i < 2 && kBefore.find(behind[i]) != kBefore.npos) ++i;
  if (i == behind.size()) return false;
  const char32_t c = behind[i];
  if (is_enclosed_number(c)) return true;
  if (is_raised(c)) return true;
  if (c == '*') return i + 1 == behind.size() || !is_letter(behind[i + 1]);
  if (!is_digit(c)) return false;
  std::size_t end = i;
  while (end < behind.size() && is_digit(behind[end])) ++end;
  return end - i <= 3 && (end == behind.size() || !is_letter(behind[end]));
}

// The dash that a line begins with, behind spaces and marks of block quotes; 0: it begins with none.
char32_t dash_of(std::u32string_view line) {
  constexpr std::u32string_view kDashes = U"-~\u2013\u2014\u2015";
  std::size_t i = 0;
  while (i < line.size() && line[i] != '\n' && (is_space(line[i]) || line[i] == '>')) ++i;
  return i < line.size() && kDashes.find(line[i]) != kDashes.npos ? line[i] : U'\0';
}

// "— Miller", on the same line or the next one that is not empty. `line` is what stands before the quotation on its
// line. A line of its own is no item of a list or speech of a dialogue, of which others stand before or behind it, and
// behind a hyphen it is short.
bool is_signed(std::u32string_view line, std::u32string_view behind) {
  constexpr std::size_t kMostBeforeDash = 80;
  constexpr std::size_t kMostOfHyphen = 80;
  std::size_t i = 0;
  while (i < behind.size() && (is_space(behind[i]) || behind[i] == '>')) ++i;
  const char32_t dash = i < kMostBeforeDash ? dash_of(behind.substr(i)) : U'\0';
  if (dash == 0) return false;
  if (behind.substr(0, i).find(U'\n') != behind.npos) {
    const std::size_t end = std::min(behind.find(U'\n', i), behind.size());
    if (dash == '-' && end - i > kMostOfHyphen) return false;
    const std::size_t next = std::min(behind.find_first_not_of(U" \t\r\n>", end), behind.size());
    const std::u32string_view below = behind.substr(next);
    const bool rule = below.size() > 1 && below[1] == dash;  // ---
    if (dash_of(line) == dash || (dash_of(below) == dash && !rule)) return false;
  }
  constexpr std::size_t kMostOfDash = 6;
  for (const std::size_t begin = i; i < behind.size() && i - begin < kMostOfDash; ++i)
    if (is_letter(behind[i]) || is_digit(behind[i])) break;
  const std::vector<Word> words = words_of(behind.substr(i, 60));
  return !words.empty() && words[0].begin <= 1 && is_name(words[0].text);
}

// Where the first paragraph of `text` ends, and where its last one begins.
struct Paragraphs {
  std::size_t first_end;
  std::size_t last_begin = 0;
};

Paragraphs paragraphs_of(std::u32string_view text) {
  Paragraphs out{.first_end = text.size()};
  ParagraphEnds ends;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!ends.meet(text[i])) continue;
    if (out.last_begin == 0) out.first_end = i;
    out.last_begin = i + 1;
  }
  return out;
}

// "Ibid., p. 18": a sentence of its own.
bool begins_with_same_source(std::u32string_view sentence) {
  constexpr auto kBegins = std::to_array<std::u32string_view>({U"ibid", U"ibidem", U"ebd", U"ebenda"});
  const std::vector<Word> words = words_of(sentence);
  return !words.empty() && std::ranges::find(kBegins, folded(std::u32string(words[0].text))) != kBegins.end();
}

// "(Miller 2004)", and nothing else, on the first line that is not empty. Numbers alone are a page's or a formula's.
bool is_line_of_source(std::u32string_view text) {
  std::size_t i = 0;
  while (i < text.size() && is_space(text[i])) ++i;
  const char32_t close = i < text.size() ? closing_bracket(text[i]) : 0;
  const std::size_t stop = close == 0 ? text.npos : text.find(close, i);
  if (stop == text.npos || stop - i > kMostInBrackets) return false;
  const std::u32string_view inside = text.substr(i + 1, stop - i - 1);
  const std::size_t behind = text.find_first_not_of(U" \t\r.", stop + 1);
  return (behind == text.npos || text[behind] == '\n') && !words_of(inside).empty() && names_source(inside);
}

}  // namespace

Reference reference_near(std::string_view before, std::string_view behind) {
  const std::u32string next =
      code_points(behind.substr(0, std::min(behind.size(), 4 * kMostBehind))).substr(0, kMostBehind);
  const std::size_t paragraph = paragraphs_of(next).first_end;
  const std::u32string_view after = std::u32string_view(next).substr(0, paragraph);
  const std::u32string last = last_of(before, kMostBefore);
  if (is_note(after) || begins_with_note_command(after) ||
      is_signed(std::u32string_view(last).substr(last.rfind(U'\n') + 1), next))
    return Reference::kSource;
  if (words_of(after).empty() && is_line_of_source(std::u32string_view(next).substr(paragraph)))
    return Reference::kSource;
  std::size_t from = 0;
  while (from < after.size() && (after[from] == '.' || after[from] == ',' || after[from] == U'。')) ++from;
  std::size_t bracket = from;
  while (bracket < after.size() && is_space(after[bracket])) ++bracket;
  const std::size_t end = sentence_end(after, from);
  if (cites_between(after, from, std::max(end, std::min(bracket + 1, after.size())))) return Reference::kSource;
  if (cites_by_command(after.substr(from, end - from)) || begins_with_same_source(after.substr(from, end - from)))
    return Reference::kSource;
  if (!after.starts_with('.') && names_law(after.substr(0, end), true)) return Reference::kSource;
  Reference found = Reference::kNone;
  if (from == 0 || after[0] == ',') found = attributed(after.substr(from, end - from), true);
  std::vector<std::size_t> begins{0};  // of the sentences of `last`
  for (std::size_t at = 0; at < last.size();) {
    at = sentence_end(last, at) + 1;
    if (at < last.size() && std::ranges::any_of(last.substr(at), [](char32_t c) { return is_letter(c); }))
      begins.push_back(at);
  }
  const std::u32string_view all(last);
  std::u32string_view sentence = all.substr(begins.back());
  std::size_t mark = all.size();
  while (mark > 0 && !is_letter(all[mark - 1]) && !is_digit(all[mark - 1]) && all[mark - 1] != ':' &&
         all[mark - 1] != 0xFF1A)
    --mark;
  const bool colon = mark > 0 && (all[mark - 1] == ':' || all[mark - 1] == 0xFF1A);
  if (!colon) sentence = sentence.substr(paragraphs_of(sentence).last_begin);
  found = std::max(found, attributed(sentence, false));
  if (cites_between(sentence, 0, sentence.size()) || cites_by_command(sentence) || names_law(sentence, false))
    return Reference::kSource;
  if (!colon || begins.size() < 2) return found;
  const std::u32string_view earlier = all.substr(begins[begins.size() - 2]);
  return cites_between(earlier, 0, earlier.size()) ? Reference::kSource : found;
}

bool is_item(std::string_view line) { return dash_of(code_points(line.substr(0, kMostBehind))) != 0; }

bool ends_with_reference(std::string_view block) {
  constexpr std::u32string_view kBehindIt = U" \t\r\n>.,;:!?。*_\"'”»";
  const std::u32string all = last_of(block, kMostBefore);
  const std::size_t end = all.find_last_not_of(kBehindIt) + 1;
  if (end < 2) return false;
  const std::u32string_view text = std::u32string_view(all).substr(0, end);
  const char32_t last = text.back();
  if (is_enclosed_number(last) || is_raised(last)) return true;
  for (std::size_t i = end - 1; i > 0 && end - i <= kMostInBrackets; --i)
    if (closing_bracket(text[i]) == last && last != 0) {
      const std::u32string_view inside = text.substr(i + 1, end - i - 2);
      // Numbers alone may be pages or a note, no mark of "6/10" or the like.
      return names_source(inside) && (!words_of(inside).empty() || inside.find_first_of(U"/.%=+") == inside.npos);
    }
  return false;
}

}  // namespace textkin::text
