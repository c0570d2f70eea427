#include "text/places/reference_near.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "text/places/paragraph_ends.h"
#include "text/unicode/char_class.h"
#include "text/unicode/utf8.h"
#include "unicode/uchar.h"

namespace textkin::text {
namespace {

constexpr std::size_t kMostBefore = 300;  // characters
constexpr std::size_t kMostBehind = 200;
constexpr std::size_t kMostInBrackets = 150;
constexpr std::size_t kNearWords = 9;  // within which a verb of saying stands behind a quotation

// Folded; of each verb the forms that introduce a quotation.
constexpr const char* kVerbs[] = {
    "provides", "provided", "saying", "writing", "arguing", "noting", "stating", "adding", "claiming", "asking",
    "warned", "warns", "insisted", "denied", "commented", "comments", "wondered", "allowed", "recalled", "recalls",
    "testified", "words",
    // English, German, Dutch, Nordic languages
    "writes", "wrote", "written", "says", "said", "argues", "argued", "states", "stated", "notes", "noted", "observes",
    "observed", "claims", "claimed", "explains", "explained", "remarks", "remarked", "asks", "asked", "points", "put",
    "puts", "describes", "described", "calls", "called", "concludes", "concluded", "adds", "added", "defines",
    "defined", "declared", "declares", "suggests", "suggested", "maintains", "insists", "quotes", "quoted", "replied",
    "tells", "told", "announced", "reported", "reads", "schreibt", "schrieb", "sagt", "sagte", "meint", "meinte",
    "betont", "erklärt", "erklärte", "stellt", "formuliert", "bemerkt", "definiert", "behauptet", "argumentiert",
    "zitiert", "heißt", "nennt", "so", "schrijft", "schreef", "zegt", "zei", "stelt", "skriver", "skrev", "säger",
    "sade", "sier", "sa", "siger", "sagde", "kirjoittaa", "sanoo", "sanoi",
    // Romance languages
    "écrit", "écrivait", "écrivit", "dit", "disait", "affirme", "affirmait", "déclare", "déclarait", "explique",
    "souligne", "note", "précise", "escribe", "escribió", "dice", "dijo", "afirma", "afirmó", "señala", "señaló",
    "sostiene", "explica", "declara", "declaró", "scrive", "scrisse", "disse", "affermava", "sostiene", "spiega",
    "escreve", "escreveu", "diz", "afirmou", "scrie", "spune",
    // Slavic languages, Greek, Turkish, Hungarian
    "пишет", "писал", "писала", "говорит", "говорил", "сказал", "сказала", "утверждает", "отмечает", "замечает",
    "считает", "подчёркивает", "пише", "писав", "каже", "сказав", "стверджує", "зазначає", "pisze", "pisał", "napisał",
    "mówi", "powiedział", "twierdzi", "stwierdza", "píše", "napsal", "říká", "řekl", "uvádí", "piše", "kaže", "rekao",
    "γράφει", "έγραψε", "λέει", "είπε", "αναφέρει", "yazıyor", "yazar", "diyor", "der", "dedi", "belirtir", "írja",
    "írta", "mondja", "mondta",
    // Scripts without capitals
    "كتب", "يكتب", "قال", "يقول", "ذكر", "כתב", "כותב", "אמר", "אומר", "लिखते", "लिखा", "कहा", "कहते", "말했다", "썼다",
    "말한다", "쓴다"};

// Folded; a name belongs to them.
constexpr const char* kAccording[] = {"according to",
                                      "in the words of",
                                      "as quoted in",
                                      "cited in",
                                      "quoted from",
                                      "taken from",
                                      "laut",
                                      "zufolge",
                                      "gemäß",
                                      "in den worten von",
                                      "selon",
                                      "d'après",
                                      "d’après",
                                      "según",
                                      "de acuerdo con",
                                      "secondo",
                                      "segundo",
                                      "de acordo com",
                                      "volgens",
                                      "aldus",
                                      "enligt",
                                      "ifølge",
                                      "mukaan",
                                      "według",
                                      "zdaniem",
                                      "podle",
                                      "podľa",
                                      "prema",
                                      "согласно",
                                      "по словам",
                                      "по мнению",
                                      "за словами",
                                      "на думку",
                                      "σύμφωνα με",
                                      "κατά τον",
                                      "szerint",
                                      "göre"};

// Of scripts without spaces, as parts of a sentence.
constexpr const char* kInside[] = {"说",   "說",       "曰",       "写道", "寫道", "指出", "认为", "認為",
                                   "根据", "根據",     "表示",     "所言", "述べ", "言っ", "いう", "書い",
                                   "語っ", "によれば", "によると", "より", "กล่าว", "เขียน"};

// What is written with a capital and is no name; folded.
constexpr const char* kNoNames[] = {
    "the",    "a",    "an",   "he",    "she",   "it",   "they",    "we",  "i",     "you",  "one", "someone", "everyone",
    "people", "this", "that", "these", "there", "in",   "on",      "at",  "as",    "but",  "and", "or",      "so",
    "then",   "when", "if",   "for",   "my",    "his",  "her",     "our", "their", "its",  "no",  "not",     "what",
    "who",    "how",  "why",  "here",  "now",   "also", "however", "der", "die",   "das",  "er",  "sie",     "es",
    "wir",    "ich",  "man",  "ein",   "eine",  "und",  "aber",    "als", "wenn",  "in",   "im",  "am",      "mein",
    "meine",  "sein", "ihr",  "so",    "da",    "dann", "hier",    "le",  "la",    "les",  "il",  "elle",    "ils",
    "on",     "nous", "je",   "un",    "une",   "mon",  "ma",      "et",  "mais",  "dans", "el",  "los",     "las",
    "él",     "ella", "yo",   "en",    "mi",    "y",    "pero",    "lo",  "io",    "lui",  "lei", "e",       "ma",
    "nel",    "он",   "она",  "они",   "я",     "мы",   "и",       "но",  "в",     "на",   "это", "мой"};

std::u32string code_points(std::string_view text) {
  std::u32string out;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode(text.data() + i, text.data() + text.size());
    out.push_back(static_cast<char32_t>(c.value));
    i += c.length;
  }
  return out;
}

std::u32string folded(std::u32string text) {
  for (char32_t& c : text) c = static_cast<char32_t>(u_foldCase(static_cast<UChar32>(c), U_FOLD_CASE_DEFAULT));
  return text;
}

template <std::size_t kCount>
std::set<std::u32string, std::less<>> set_of(const char* const (&words)[kCount]) {
  std::set<std::u32string, std::less<>> out;
  for (const char* const word : words) out.insert(folded(code_points(word)));
  return out;
}

const std::set<std::u32string, std::less<>>& verbs() {
  static const auto words = set_of(kVerbs);
  return words;
}
const std::set<std::u32string, std::less<>>& no_names() {
  static const auto words = set_of(kNoNames);
  return words;
}

bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }
bool is_letter(char32_t c) { return (char_flags()[c] & kWordChar) != 0 && !is_digit(c); }
bool is_space(char32_t c) { return (char_flags()[c] & kSpaceChar) != 0; }
bool is_capital(char32_t c) { return u_isupper(static_cast<UChar32>(c)) || u_istitle(static_cast<UChar32>(c)); }

char32_t closing(char32_t c) {
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

struct Word {
  std::u32string_view text;
  std::size_t begin;
};

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
  return word.size() >= 2 && is_capital(word[0]) && !no_names().contains(folded(std::u32string(word)));
}

bool has_capitals(std::u32string_view text) {
  return std::ranges::any_of(
      text, [](char32_t c) { return u_toupper(static_cast<UChar32>(c)) != static_cast<UChar32>(c) || is_capital(c); });
}

// 1500 to 2099.
bool has_year(std::u32string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_digit(text[end])) ++end;
    const std::u32string_view digits = text.substr(i, end - i);
    if (digits.size() == 4 && digits >= U"1500" && digits < U"2100") return true;
    i = end + 1;
  }
  return false;
}

// Of brackets: (Miller 2004), (p. 12), (12-14), [3], [Mil04], (ebd.), (§ 7), (John 3:16).
bool cites(std::u32string_view inside) {
  static const auto kSources =
      set_of({"p",   "pp",     "s",   "seite", "f",   "ff",   "page", "pag", "pág",    "str",  "с",
              "стр", "σ",      "art", "abs",   "kap", "chap", "ch",   "vol", "bd",     "ibid", "ibidem",
              "ebd", "ebenda", "cit", "op",    "vgl", "cf",   "qtd",  "zit", "citado", "там"});
  if (has_year(inside)) return true;
  const bool digits = std::ranges::any_of(inside, [](char32_t c) { return is_digit(c); });
  const std::vector<Word> words = words_of(inside);
  if (words.empty()) return digits;
  if (inside.find(U'§') != inside.npos) return true;
  if (digits && inside.find_first_of(U"页頁") != inside.npos) return true;
  for (const Word& word : words) {
    const std::u32string name = folded(std::u32string(word.text));
    if (kSources.contains(name) && (digits || name.size() > 3)) return true;
    if (digits && is_name(word.text)) return true;
  }
  return digits && !has_capitals(inside);
}

// Brackets that begin in `text` at or behind `from` and before `end`.
bool cites_between(std::u32string_view text, std::size_t from, std::size_t end) {
  for (std::size_t i = from; i < end; ++i) {
    const char32_t close = closing(text[i]);
    if (close == 0) continue;
    const std::size_t stop = text.find(close, i + 1);
    if (stop == text.npos || stop - i > kMostInBrackets) continue;
    if (cites(text.substr(i + 1, stop - i - 1))) return true;
    i = stop;
  }
  return false;
}

// Where a sentence ends in `text`, at or behind `from`; brackets are skipped.
std::size_t sentence_end(std::u32string_view text, std::size_t from) {
  for (std::size_t i = from; i < text.size(); ++i) {
    if (const char32_t close = closing(text[i]); close != 0) {
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

// Whether a sentence says who said it: a verb of saying or words like "according to", with a name.
bool attributes(std::u32string_view sentence, bool behind_quotation) {
  for (const char* const part : kInside)
    if (sentence.find(code_points(part)) != sentence.npos) return true;
  const std::vector<Word> words = words_of(sentence);
  const bool cased = has_capitals(sentence);
  const bool named =
      cased ? std::ranges::any_of(words, [](const Word& word) { return is_name(word.text); }) : words.size() > 1;
  if (!named) return false;
  const std::u32string all = folded(std::u32string(sentence));
  static const auto according = set_of(kAccording);
  for (const std::u32string& phrase : according) {
    const std::size_t at = all.find(phrase);
    if (at == all.npos || (at > 0 && is_letter(all[at - 1]))) continue;
    if (at + phrase.size() < all.size() && is_letter(all[at + phrase.size()])) continue;
    return true;
  }
  if (!behind_quotation && (ends_with_possessive(sentence, words) || has_year(sentence))) return true;
  std::size_t number = 0;
  for (const Word& word : words) {
    if (behind_quotation && number++ == kNearWords) break;
    if (verbs().contains(folded(std::u32string(word.text)))) return true;
  }
  return false;
}

bool is_note(std::u32string_view behind) {
  std::size_t i = 0;
  while (i < behind.size() && i < 2 && (behind[i] == '.' || behind[i] == ',' || behind[i] == ';' || behind[i] == ')'))
    ++i;
  if (i == behind.size()) return false;
  const char32_t c = behind[i];
  if (c == 0xB9 || c == 0xB2 || c == 0xB3 || c == 0x2020 || c == 0x2021 || (c >= 0x2070 && c <= 0x2079)) return true;
  if (c == '*') return i + 1 == behind.size() || !is_letter(behind[i + 1]);
  if (!is_digit(c)) return false;
  std::size_t end = i;
  while (end < behind.size() && is_digit(behind[end])) ++end;
  return end - i <= 3 && (end == behind.size() || !is_letter(behind[end]));
}

// "— Miller", on the same line or the next one.
bool is_signed(std::u32string_view behind) {
  std::size_t i = 0;
  while (i < behind.size() && (is_space(behind[i]) || behind[i] == '>')) ++i;
  if (i == behind.size() ||
      (behind[i] != 0x2014 && behind[i] != 0x2013 && behind[i] != 0x2015 && behind[i] != '-' && behind[i] != '~'))
    return false;
  constexpr std::size_t kMostOfDash = 6;
  for (const std::size_t dash = i; i < behind.size() && i - dash < kMostOfDash; ++i)
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

// "(Miller 2004)", and nothing else, on the first line that is not empty. Numbers alone are a page's or a formula's.
bool is_line_of_source(std::u32string_view text) {
  std::size_t i = 0;
  while (i < text.size() && is_space(text[i])) ++i;
  const char32_t close = i < text.size() ? closing(text[i]) : 0;
  const std::size_t stop = close == 0 ? text.npos : text.find(close, i);
  if (stop == text.npos || stop - i > kMostInBrackets) return false;
  const std::u32string_view inside = text.substr(i + 1, stop - i - 1);
  const std::size_t behind = text.find_first_not_of(U" \t\r.", stop + 1);
  return (behind == text.npos || text[behind] == '\n') && !words_of(inside).empty() && cites(inside);
}

}  // namespace

bool has_reference(std::string_view before, std::string_view behind) {
  const std::u32string next =
      code_points(behind.substr(0, std::min(behind.size(), 4 * kMostBehind))).substr(0, kMostBehind);
  const std::size_t paragraph = paragraphs_of(next).first_end;
  const std::u32string_view after = std::u32string_view(next).substr(0, paragraph);
  if (is_note(after) || is_signed(std::u32string_view(next).substr(0, std::min<std::size_t>(next.size(), 80))))
    return true;
  if (words_of(after).empty() && is_line_of_source(std::u32string_view(next).substr(paragraph))) return true;
  std::size_t from = 0;
  while (from < after.size() && (after[from] == '.' || after[from] == ',' || after[from] == U'。')) ++from;
  std::size_t bracket = from;
  while (bracket < after.size() && is_space(after[bracket])) ++bracket;
  const std::size_t end = sentence_end(after, from);
  if (cites_between(after, from, std::max(end, std::min(bracket + 1, after.size())))) return true;
  if (from == 0 || after[0] == ',') {
    if (attributes(after.substr(from, end - from), true)) return true;
  }
  const std::u32string last = last_of(before, kMostBefore);
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
  if (attributes(sentence, false) || cites_between(sentence, 0, sentence.size())) return true;
  if (!colon || begins.size() < 2) return false;
  const std::u32string_view earlier = all.substr(begins[begins.size() - 2]);
  return cites_between(earlier, 0, earlier.size());
}

}  // namespace textkin::text
