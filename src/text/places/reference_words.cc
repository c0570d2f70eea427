#include "text/places/reference_words.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "text/places/reference_characters.h"

namespace textkin::text {
namespace {

using reference::code_points;
using reference::folded;
using reference::is_letter;

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
    "zitiert", "heißt", "nennt", "schrijft", "schreef", "zegt", "zei", "stelt", "skriver", "skrev", "säger", "sade",
    "sier", "siger", "sagde", "kirjoittaa", "sanoo", "sanoi",
    // Romance languages
    "écrit", "écrivait", "écrivit", "dit", "disait", "affirme", "affirmait", "déclare", "déclarait", "explique",
    "souligne", "précise", "escribe", "escribió", "dice", "dijo", "afirma", "afirmó", "señala", "señaló", "sostiene",
    "explica", "declara", "declaró", "scrive", "scrisse", "disse", "affermava", "sostiene", "spiega", "escreve",
    "escreveu", "diz", "afirmou", "scrie", "spune",
    // Slavic languages, Greek, Turkish, Hungarian
    "пишет", "писал", "писала", "говорит", "говорил", "сказал", "сказала", "утверждает", "отмечает", "замечает",
    "считает", "подчёркивает", "пише", "писав", "каже", "сказав", "стверджує", "зазначає", "pisze", "pisał", "napisał",
    "mówi", "powiedział", "twierdzi", "stwierdza", "píše", "napsal", "říká", "řekl", "uvádí", "piše", "kaže", "rekao",
    "γράφει", "έγραψε", "λέει", "είπε", "αναφέρει", "yazıyor", "yazar", "diyor", "dedi", "belirtir", "írja", "írta",
    "mondja", "mondta",
    // Vietnamese; scripts without capitals (of می‌نویسد the second part)
    "viết", "nói", "kể", "گفت", "گوید", "نوشت", "نویسد", "معتقد", "বলেন", "বলেছেন", "লেখেন", "লিখেছেন", "كتب", "كتبت",
    "يكتب", "تكتب", "قال", "قالت", "يقول", "تقول", "ذكر", "يذكر", "כתב", "כותב", "אמר", "אומר", "लिखते", "लिखा", "कहा",
    "कहते", "말했다", "썼다", "말한다", "쓴다"};

// Those that are other words in another language: Turkish, Norwegian, German, French.
constexpr const char* kVerbsAtMark[] = {"der", "sa", "so", "note"};

// Folded; a name belongs to them.
constexpr const char* kAccording[] = {"according to",   "in the words of",
                                      "as quoted in",   "cited in",
                                      "quoted from",    "taken from",
                                      "laut",           "zufolge",
                                      "gemäß",          "in den worten von",
                                      "selon",          "d'après",
                                      "d’après",        "según",
                                      "de acuerdo con", "secondo",
                                      "segundo",        "de acordo com",
                                      "volgens",        "aldus",
                                      "enligt",         "ifølge",
                                      "mukaan",         "według",
                                      "zdaniem",        "podle",
                                      "podľa",          "prema",
                                      "согласно",       "по словам",
                                      "по мнению",      "за словами",
                                      "на думку",       "σύμφωνα με",
                                      "κατά τον",       "szerint",
                                      "göre",           "theo"};

// Of scripts without spaces, as parts of a sentence.
constexpr const char* kInside[] = {"根据", "根據",     "述べ",     "言っ", "いう", "書い",
                                   "語っ", "によれば", "によると", "より", "กล่าว", "เขียน"};

// Chinese verbs of saying: parts of many other words, so that they count at the end of a clause alone.
constexpr std::u32string_view kSaid[] = {U"说",   U"說",   U"曰",   U"写",   U"寫",   U"指出", U"认为",
                                         U"認為", U"表示", U"所言", U"强调", U"強調", U"声称", U"宣称"};

// What may stand between such a verb and the end of its clause: "说过这样一句话".
constexpr std::u32string_view kBehindSaid[] = {U"道",   U"到",   U"过",   U"過",   U"了",   U"着",
                                               U"得好", U"的",   U"一句", U"一段", U"这句", U"这段",
                                               U"这样", U"這樣", U"这么", U"如下", U"话",   U"話"};

// Before it, between it and who says it.
constexpr std::u32string_view kBeforeSaid[] = {U"也", U"都",   U"还",   U"還",   U"又",   U"曾",   U"曾经", U"曾經",
                                               U"就", U"这样", U"這樣", U"如此", U"这么", U"经常", U"一直"};

// What ends like such a verb and is another word, or what nobody in particular says.
constexpr std::u32string_view kNotSaid[] = {
    U"小说",     U"小說",     U"来说",     U"來說",   U"据说",   U"據說",   U"听说",   U"聽說",   U"传说",   U"傳說",
    U"学说",     U"學說",     U"演说",     U"解说",   U"再说",   U"虽说",   U"按说",   U"是说",   U"是說",   U"可以说",
    U"可以說",   U"应该说",   U"话说",     U"話說",   U"常言说", U"俗话说", U"俗話說", U"有人说", U"有人說", U"这说",
    U"一般认为", U"普遍认为", U"有人认为", U"这表示", U"描写",   U"描寫",   U"编写",   U"抄写",   U"書寫",   U"书写"};

// The writer, who is no source.
constexpr std::u32string_view kWriter[] = {U"我", U"我们", U"我們", U"咱们", U"笔者", U"筆者", U"本文"};

// With a number: of a law. (§ and 第...条 are signs.)
constexpr const char* kOfLaws[] = {"art",      "arts",     "article",   "articles", "artikel",  "artikels", "artikeln",
                                   "artículo", "articulo", "artículos", "articolo", "articoli", "artigo",   "artykuł",
                                   "článek",   "čl",       "статья",    "статье",   "статьи",   "ст",       "стаття",
                                   "статті",   "άρθρο",    "madde",     "điều",     "artikla"};

// What is written with a capital and is no name; folded.
constexpr const char* kNoNames[] = {
    "the",     "a",        "an",     "he",   "she",  "it",    "they",  "we",  "i",     "you",  "one",
    "someone", "everyone", "people", "this", "that", "these", "there", "in",  "on",    "at",   "as",
    "but",     "and",      "or",     "so",   "then", "when",  "if",    "for", "my",    "his",  "her",
    "our",     "their",    "its",    "no",   "not",  "what",  "who",   "how", "why",   "here", "now",
    "also",    "however",  "der",    "die",  "das",  "er",    "sie",   "es",  "wir",   "ich",  "man",
    "ein",     "eine",     "und",    "aber", "als",  "wenn",  "in",    "im",  "am",    "mein", "meine",
    "sein",    "ihr",      "so",     "da",   "dann", "hier",  "le",    "la",  "les",   "il",   "elle",
    "ils",     "on",       "nous",   "je",   "un",   "une",   "mon",   "ma",  "et",    "mais", "dans",
    "el",      "los",      "las",    "él",   "ella", "yo",    "en",    "mi",  "y",     "pero", "lo",
    "io",      "lui",      "lei",    "e",    "ma",   "nel",   "он",    "она", "они",   "я",    "мы",
    "и",       "но",       "в",      "на",   "это",  "мой",   "theo",  "tôi", "chúng", "ông",  "bà"};

// Folded, of brackets.
constexpr const char* kSources[] = {"p",    "pp",  "s",   "seite", "f",    "ff",     "page",   "pag",
                                    "pág",  "str", "с",   "стр",   "σ",    "art",    "abs",    "kap",
                                    "chap", "ch",  "vol", "bd",    "ibid", "ibidem", "ebd",    "ebenda",
                                    "cit",  "op",  "vgl", "cf",    "qtd",  "zit",    "citado", "там"};

using WordSet = std::set<std::u32string, std::less<>>;

template <std::size_t kCount>
WordSet set_of(const char* const (&words)[kCount]) {
  WordSet out;
  for (const char* const word : words) out.insert(folded(code_points(word)));
  return out;
}

template <std::size_t kCount>
bool ends_with_one(std::u32string_view text, const std::u32string_view (&ends)[kCount]) {
  return std::ranges::any_of(ends, [&](std::u32string_view end) { return text.ends_with(end); });
}

// Without what of `ends` it ends with, again and again.
template <std::size_t kCount>
std::u32string_view without_ends(std::u32string_view text, const std::u32string_view (&ends)[kCount]) {
  while (true) {
    const auto* const end = std::ranges::find_if(ends, [&](std::u32string_view one) { return text.ends_with(one); });
    if (end == std::end(ends)) return text;
    text.remove_suffix(end->size());
  }
}

std::u32string_view first_clause(std::u32string_view text) {
  const auto begin = std::ranges::find_if(text, [](char32_t c) { return is_letter(c); });
  const auto end = std::find_if_not(begin, text.end(), [](char32_t c) { return is_letter(c); });
  return {begin, end};
}

// Whether the writer is who says it: 我, 我在这里; not 我的老师, 我国学者 or 王教授对我.
bool is_writer(std::u32string_view who) {
  constexpr std::u32string_view kOwned = U"们們的国國同老校院省市县家妈媽爸父母爷奶哥姐弟妹朋导";  // behind "my"
  constexpr std::u32string_view kTo = U"对對向跟给給和";
  return std::ranges::any_of(kWriter, [&](std::u32string_view one) {
    if (who == one) return true;
    const bool owns = who.starts_with(one) && kOwned.find(who[one.size()]) != kOwned.npos;
    const bool is_told = who.ends_with(one) && kTo.find(who[who.size() - one.size() - 1]) != kTo.npos;
    return (who.starts_with(one) && !owns) || (who.ends_with(one) && !is_told);
  });
}

// Whether a clause ends with a verb of saying and who says it stands before that, in it or `earlier` in the sentence:
// 张三写道, 张三说过这样一句话; not 小说.
bool ends_with_saying(std::u32string_view clause, std::u32string_view earlier) {
  const std::u32string_view said = without_ends(clause, kBehindSaid);
  if (ends_with_one(said, kNotSaid)) return false;
  const auto* const verb = std::ranges::find_if(kSaid, [&](std::u32string_view one) { return said.ends_with(one); });
  if (verb == std::end(kSaid)) return false;
  std::u32string_view who = without_ends(said.substr(0, said.size() - verb->size()), kBeforeSaid);
  if (who.empty()) who = first_clause(earlier);
  return !who.empty() && !is_writer(who);
}

std::u32string_view last_clause(std::u32string_view text) {
  while (!text.empty() && !is_letter(text.back())) text.remove_suffix(1);
  std::size_t begin = text.size();
  while (begin > 0 && is_letter(text[begin - 1])) --begin;
  return text.substr(begin);
}

}  // namespace

bool is_verb_of_saying(std::u32string_view word) {
  static const WordSet words = set_of(kVerbs);
  return words.contains(word);
}

bool is_verb_at_mark(std::u32string_view word) {
  static const WordSet words = set_of(kVerbsAtMark);
  return words.contains(word);
}

bool is_no_name(std::u32string_view word) {
  static const WordSet words = set_of(kNoNames);
  return words.contains(word);
}

bool is_word_of_source(std::u32string_view word) {
  static const WordSet words = set_of(kSources);
  return words.contains(word);
}

bool is_word_of_law(std::u32string_view word) {
  static const WordSet words = set_of(kOfLaws);
  return words.contains(word);
}

bool says_according_to(std::u32string_view sentence) {
  static const WordSet phrases = set_of(kAccording);
  for (const std::u32string& phrase : phrases) {
    const std::size_t at = sentence.find(phrase);
    if (at == sentence.npos || (at > 0 && is_letter(sentence[at - 1]))) continue;
    if (at + phrase.size() < sentence.size() && is_letter(sentence[at + phrase.size()])) continue;
    return true;
  }
  return false;
}

bool says_without_spaces(std::u32string_view sentence, bool behind_quotation) {
  static const std::vector<std::u32string> inside = [] {
    std::vector<std::u32string> out;
    for (const char* const part : kInside) out.push_back(code_points(part));
    return out;
  }();
  for (const std::u32string& part : inside) {
    const std::size_t at = sentence.find(part);
    if (at != sentence.npos && !sentence.substr(at + part.size()).starts_with(U"我")) return true;
  }
  if (behind_quotation) return ends_with_saying(first_clause(sentence), {});
  const std::u32string_view last = last_clause(sentence);
  return ends_with_saying(last, sentence.substr(0, static_cast<std::size_t>(last.data() - sentence.data())));
}

}  // namespace textkin::text
