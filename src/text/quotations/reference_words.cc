#include "text/quotations/reference_words.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "text/quotations/reference_characters.h"

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
    "tells", "told", "announced", "reported", "reads", "emphasizes", "emphasized", "emphasises", "emphasised",
    "stresses", "stressed", "underlines", "underlined", "asserts", "asserted", "affirms", "affirmed", "contends",
    "contended", "believes", "believed", "thinks", "thought", "posits", "posited", "proposes", "proposed", "admits",
    "admitted", "acknowledges", "acknowledged", "reminds", "reminded", "predicts", "predicted", "schreibt", "schrieb",
    "sagt", "sagte", "meint", "meinte", "betont", "erklärt", "erklärte", "stellt", "formuliert", "bemerkt", "definiert",
    "behauptet", "argumentiert", "zitiert", "heißt", "nennt", "schrieben", "sagten", "meinten", "betonte", "betonten",
    "erklärten", "formulierte", "formulierten", "bemerkte", "bemerkten", "definierte", "definierten", "behauptete",
    "behaupteten", "argumentierte", "argumentierten", "zitierte", "zitierten", "nannte", "nannten", "konstatiert",
    "konstatierte", "konstatierten", "resümiert", "resümierte", "folgert", "folgerte", "folgerten", "urteilt",
    "urteilte", "urteilten", "schrijft", "schreef", "schreven", "zegt", "zei", "zeiden", "stelt", "beweert", "betoogt",
    "betoogde", "benadrukt", "verklaart", "skriver", "skrev", "säger", "sade", "menar", "hävdar", "påpekar", "sier",
    "siger", "sagde", "mener", "hevder", "påstår", "kirjoittaa", "kirjoittavat", "sanoo", "sanoi", "sanoivat", "toteaa",
    "väittää", "korostaa",
    // Romance languages
    "écrit", "écrivait", "écrivit", "dit", "disait", "affirme", "affirmait", "déclare", "déclarait", "explique",
    "souligne", "précise", "écrivent", "écrivaient", "affirment", "déclarent", "expliquent", "soulignent", "précisent",
    "soutient", "soutiennent", "rappelle", "rappellent", "constate", "constatent", "escribe", "escribió", "dice",
    "dijo", "afirma", "afirmó", "señala", "señaló", "sostiene", "explica", "declara", "declaró", "escriben",
    "escribieron", "dijeron", "afirman", "afirmaron", "señalan", "señalaron", "sostienen", "explican", "declaran",
    "subraya", "subrayan", "argumenta", "argumentan", "opina", "opinan", "plantea", "plantean", "scrive", "scrisse",
    "disse", "affermava", "sostiene", "spiega", "scrivono", "scrissero", "dissero", "affermano", "sostengono",
    "spiegano", "sottolinea", "sottolineano", "osserva", "osservano", "ritiene", "ritengono", "escreve", "escreveu",
    "diz", "afirmou", "escrevem", "escreveram", "afirmam", "afirmaram", "defendem", "salienta", "salientam", "ressalta",
    "ressaltam", "scrie", "spune",
    // Slavic languages, Greek, Turkish, Hungarian
    "пишет", "писал", "писала", "говорит", "говорил", "сказал", "сказала", "утверждает", "отмечает", "замечает",
    "считает", "подчёркивает", "подчеркивает", "пишут", "писали", "написал", "написала", "написали", "сказали",
    "утверждал", "утверждала", "утверждают", "отмечал", "отметил", "отметила", "отмечают", "заметил", "заметила",
    "замечают", "подчёркивают", "подчеркивают", "подчеркнул", "подчеркнула", "полагает", "полагают", "заявил",
    "заявила", "заявили", "пише", "писав", "писала", "каже", "сказав", "сказала", "стверджує", "зазначає", "пишуть",
    "стверджують", "зазначають", "підкреслює", "вважає", "pisze", "pisał", "pisała", "napisał", "napisała", "piszą",
    "pisali", "napisali", "mówi", "powiedział", "powiedziała", "powiedzieli", "twierdzi", "twierdzą", "stwierdza",
    "stwierdzają", "podkreśla", "podkreślają", "uważa", "uważają", "zauważa", "píše", "píšou", "píší", "napsal",
    "napsala", "napsali", "říká", "řekl", "řekla", "řekli", "uvádí", "uvádějí", "tvrdí", "zdůrazňuje", "piše", "pišu",
    "kaže", "rekao", "rekla", "rekli", "tvrdi", "tvrde", "γράφει", "έγραψε", "λέει", "είπε", "αναφέρει", "γράφουν",
    "έγραψαν", "είπαν", "αναφέρουν", "υποστηρίζει", "υποστηρίζουν", "τονίζει", "τονίζουν", "yazıyor", "yazıyorlar",
    "yazar", "diyor", "dedi", "dediler", "belirtir", "belirtiyor", "söylüyor", "vurgular", "savunur", "írja", "írta",
    "írják", "írták", "mondja", "mondta", "mondták", "állítja", "állítják", "megállapítja",
    // Vietnamese; scripts without capitals (of می‌نویسد the second part)
    "viết", "nói", "kể", "گفت", "گوید", "گفتند", "نوشت", "نویسد", "نوشتند", "نویسند", "معتقد", "معتقدند", "বলেন",
    "বলেছেন", "লেখেন", "লিখেছেন", "كتب", "كتبت", "كتبا", "يكتب", "تكتب", "يكتبان", "قال", "قالت", "قالا", "يقول",
    "تقول", "يقولان", "ذكر", "يذكر", "أكد", "يؤكد", "כתב", "כתבה", "כתבו", "כותב", "כותבת", "כותבים", "אמר", "אמרה",
    "אמרו", "אומר", "אומרת", "אומרים", "טוען", "טוענת", "טוענים", "लिखते", "लिखती", "लिखा", "कहा", "कहते", "कहती",
    "말했다", "썼다", "말한다", "쓴다", "주장한다", "주장했다"};

// Plural forms that are other forms too, or what people say: of two who are joined ("Miller and Ray", "Miller et al.").
constexpr const char* kVerbsOfSeveral[] = {
    // English
    "write", "say", "argue", "state", "note", "observe", "claim", "explain", "remark", "ask", "point", "describe",
    "call", "conclude", "add", "define", "declare", "suggest", "maintain", "insist", "quote", "tell", "report",
    "emphasize", "emphasise", "stress", "underline", "assert", "affirm", "contend", "believe", "think", "posit",
    "propose", "admit", "acknowledge", "remind", "predict", "warn", "comment", "recall",
    // Others
    "schreiben", "sagen", "meinen", "betonen", "erklären", "stellen", "formulieren", "bemerken", "definieren",
    "behaupten", "argumentieren", "zitieren", "nennen", "konstatieren", "resümieren", "folgern", "urteilen",
    "schrijven", "zeggen", "stellen", "beweren", "betogen", "benadrukken", "sanovat", "disent", "dicen", "dicono",
    "dizem", "scriu", "spun", "говорят", "считают", "кажуть", "вважають", "mówią", "říkají", "kažu", "λένε", "diyorlar",
    "mondják"};

// Between two names; Hungarian, Finnish, Turkish and Vietnamese last. "u" is of "u. a.", "i" Slavic.
constexpr const char* kJoining[] = {"and", "und", "u",    "et", "y",   "e",  "och", "og",   "en", "și",  "и", "та",
                                    "і",   "i",   "oraz", "a",  "και", "és", "ja",  "sekä", "ve", "ile", "và"};

// Nouns too: "my three points about Berlin".
constexpr const char* kNounsToo[] = {"states", "notes", "claims",   "remarks", "points",  "calls",
                                     "quotes", "words", "comments", "thought", "stresses"};

// Right before such a verb it is one, whoever they are.
constexpr const char* kPronouns[] = {"he", "she", "they", "it", "who", "which", "author", "authors"};

// What is said there the writer says.
constexpr const char* kOfWriter[] = {"my", "our", "we", "ich", "wir", "mein", "meine", "unser", "unsere"};

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
constexpr const char* kInside[] = {"根据", "根據",   "述べ", "言っ",     "いう",     "書い", "と書く", "と記",
                                   "と説", "と論じ", "語っ", "によれば", "によると", "より", "กล่าว",   "เขียน"};

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

// Right behind a title in its marks: 《论语》云, 《史记》载.
constexpr std::u32string_view kOfTitles[] = {U"云",   U"有云",   U"载",   U"載",   U"记载",
                                             U"記載", U"中记载", U"有言", U"中写", U"里写"};

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

// Folded, of brackets; with a number.
constexpr const char* kSources[] = {"p", "pp",  "s",   "seite", "f",    "ff", "page", "pag", "pág", "str", "с",  "стр",
                                    "σ", "art", "abs", "kap",   "chap", "ch", "vol",  "bd",  "cit", "op",  "там"};

// Folded, of brackets; with a number right at them: places within a work.
constexpr const char* kPlaces[] = {
    // English
    "l", "ll", "line", "lines", "v", "vv", "verse", "verses", "st", "stanza", "stanzas", "canto", "act", "sc", "scene",
    "bk", "chapter", "para", "paras", "par", "paragraph", "paragraphs", "fol", "fols", "sig", "loc", "pos", "slide",
    "slides", "sura", "surah", "ayah", "episode", "ep",
    // German, Dutch, Nordic languages, Finnish
    "z", "zeile", "zeilen", "vers", "versen", "strophe", "strophen", "akt", "szene", "aufzug", "auftritt", "kapitel",
    "absatz", "abschnitt", "rn", "rz", "tz", "folie", "regel", "regels", "r", "couplet", "bedrijf", "rad", "raden",
    "rader", "sida", "linje", "linjer", "strofe", "rivi", "rivit", "säe",
    // Romance languages
    "ligne", "lignes", "acte", "scène", "verset", "chapitre", "verso", "versos", "línea", "líneas", "lín", "acto",
    "escena", "estrofa", "cap", "capítulo", "linha", "linhas", "ato", "cena", "estrofe", "riga", "righe", "versi",
    "atto", "scena", "strofa", "capitolo",
    // Slavic languages, Greek, Hungarian, Turkish
    "w", "wers", "wersy", "rozdz", "rozdział", "verš", "ř", "řádek", "гл", "глава", "строка", "строки", "строфа", "ст",
    "стих", "стихи", "действие", "явление", "акт", "том", "рядок", "рядки", "вірш", "στ", "στιχ", "στίχος", "στίχοι",
    "κεφ", "sor", "vsz", "satır", "dize", "perde", "sahne", "ayet"};

// With a number or a name.
constexpr const char* kPointing[] = {"vgl", "cf", "qtd", "quoted", "cited", "zit", "zitiert", "citado", "cité", "цит"};

// The source named before; folded, words with a space between.
constexpr const char* kSameSource[] = {
    // Latin, German, Romance languages, Nordic languages, Dutch
    "ibid", "ibidem", "op cit", "loc cit", "art cit", "ebd", "ebda", "ebenda", "a a o", "aao", "ibíd", "ibídem",
    "íbidem", "ob cit", "obra citada", "sst", "t a p",
    // Slavic languages, Greek, Turkish, Hungarian
    "там же", "там само", "цит соч", "указ соч", "tamże", "dz cyt", "tamtéž", "tamtiež", "στο ίδιο", "ό π", "a g e",
    // Asia
    "المرجع نفسه", "المصدر نفسه", "위의 책"};

// That and nothing else between brackets: other words elsewhere.
constexpr const char* kSameSourceAlone[] = {"ders", "dies", "idem", "id",   "ivi", "aldaar",
                                            "a a",  "i m",  "uo",   "همان", "שם"};

// Where others have a year: without one, or not yet printed.
constexpr const char* kForYear[] = {
    // English, German, Nordic languages, Dutch
    "n d", "undated", "in press", "forthcoming", "o j", "im druck", "im erscheinen", "u å", "i tryck", "z j", "in druk",
    // Romance languages
    "s d", "s f", "s a", "à paraître", "sous presse", "en prensa", "in corso di stampa", "no prelo",
    // Slavic languages, Turkish
    "b r", "w druku", "v tisku", "б г", "б д", "в печати", "t y", "baskıda"};

using WordSet = std::set<std::u32string, std::less<>>;

template <std::size_t kCount>
WordSet set_of(const char* const (&words)[kCount]) {
  WordSet out;
  for (const char* const word : words) out.insert(folded(code_points(word)));
  return out;
}

template <const auto& kWords>
bool is_one_of(std::u32string_view word) {
  static const WordSet words = set_of(kWords);
  return words.contains(word);
}

// Whether one of `phrases` stands in `text`, and not within a word.
bool has_phrase(std::u32string_view text, const WordSet& phrases) {
  return std::ranges::any_of(phrases, [&](const std::u32string& phrase) {
    for (std::size_t at = text.find(phrase); at != text.npos; at = text.find(phrase, at + 1)) {
      const std::size_t end = at + phrase.size();
      if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return true;
    }
    return false;
  });
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

bool is_verb_of_saying(std::u32string_view word) { return is_one_of<kVerbs>(word); }
bool is_verb_of_several(std::u32string_view word) { return is_one_of<kVerbsOfSeveral>(word); }
bool joins_names(std::u32string_view word) { return is_one_of<kJoining>(word); }
bool is_noun_too(std::u32string_view word) { return is_one_of<kNounsToo>(word); }
bool is_pronoun(std::u32string_view word) { return is_one_of<kPronouns>(word); }
bool is_of_writer(std::u32string_view word) { return is_one_of<kOfWriter>(word); }
bool is_verb_at_mark(std::u32string_view word) { return is_one_of<kVerbsAtMark>(word); }
bool is_no_name(std::u32string_view word) { return is_one_of<kNoNames>(word); }
bool is_word_of_source(std::u32string_view word) { return is_one_of<kSources>(word); }
bool is_word_of_place(std::u32string_view word) { return is_one_of<kPlaces>(word); }
bool is_word_of_law(std::u32string_view word) { return is_one_of<kOfLaws>(word); }
bool points_to_source(std::u32string_view word) { return is_one_of<kPointing>(word); }

bool names_same_source(std::u32string_view words) {
  static const WordSet phrases = set_of(kSameSource);
  static const WordSet alone = set_of(kSameSourceAlone);
  return alone.contains(words) || has_phrase(words, phrases);
}

bool stands_for_year(std::u32string_view words, bool alone) {
  static const WordSet phrases = set_of(kForYear);
  return alone ? phrases.contains(words) : has_phrase(words, phrases);
}

bool says_according_to(std::u32string_view sentence) {
  static const WordSet phrases = set_of(kAccording);
  return has_phrase(sentence, phrases);
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
  const std::u32string_view earlier = sentence.substr(0, static_cast<std::size_t>(last.data() - sentence.data()));
  if (earlier.ends_with(U'》') && std::ranges::find(kOfTitles, without_ends(last, kBehindSaid)) != std::end(kOfTitles))
    return true;
  return ends_with_saying(last, earlier);
}

}  // namespace textkin::text
