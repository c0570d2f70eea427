#include "text/lists/reference_headings.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>

#include "base/byte_count.h"
#include "text/normalize/normalize_icu.h"
#include "text/unicode/char_class.h"
#include "text/unicode/utf8.h"

namespace textkin::text {
namespace {

constexpr std::size_t kLongestHeading = 120;  // bytes
constexpr std::string_view kNotes = "⸻";      // the paragraph before the notes of a docx, odt or RTF file

constexpr const char* kHeadings[] = {
    // English, German
    "references", "reference list", "list of references", "references cited", "bibliography", "works cited",
    "literature", "literature cited", "sources", "sources cited", "literatur", "literaturverzeichnis",
    "literaturangaben", "literaturliste", "quellen", "quellenangaben", "quellenverzeichnis",
    "quellen- und literaturverzeichnis", "literatur- und quellenverzeichnis", "bibliographie", "bibliografie",
    "referenzen", "references and notes", "notes and references", "references and further reading", "cited references",
    "selected references", "selected bibliography", "select bibliography", "annotated bibliography",
    "working bibliography", "further reading", "primary sources", "secondary sources", "list of sources",
    "literature and sources", "sources and literature", "bibliography and sources", "sources and bibliography",
    "bibliographical references", "bibliographic references", "list of works cited", "works consulted", "citations",
    "anmerkungen und literatur", "literatur und anmerkungen", "literatur und quellen", "quellen und literatur",
    "reading list", "works cited and consulted", "literaturempfehlungen", "weiterführende literatur",
    "ausgewählte literatur", "auswahlbibliographie", "auswahlbibliografie", "verwendete literatur",
    "zitierte literatur", "sekundärliteratur", "primärliteratur", "internetquellen", "referenzen und anmerkungen",
    "thebibliography",
    // Romance languages
    "références", "références bibliographiques", "ouvrages cités", "referencias", "referencias bibliográficas",
    "bibliografía", "obras citadas", "fuentes", "bibliografia", "riferimenti", "riferimenti bibliografici",
    "opere citate", "fonti", "referências", "referências bibliográficas", "bibliografie", "références et notes",
    "notes et références", "bibliographie sélective", "bibliographie indicative", "pour aller plus loin",
    "sources et bibliographie", "liste des références", "referencias y notas", "notas y referencias",
    "bibliografía seleccionada", "bibliografía citada", "lista de referencias", "literatura citada",
    "referencias citadas", "fuentes y bibliografía", "lecturas recomendadas", "note e riferimenti",
    "bibliografia essenziale", "bibliografia selezionata", "per approfondire", "fonti e bibliografia",
    "referências e notas", "notas e referências", "bibliografia selecionada", "leitura adicional",
    "referências citadas", "lista de referências", "referințe", "referințe bibliografice",
    // Dutch, Nordic languages, Finnish, Hungarian, Turkish
    "literatuur", "literatuurlijst", "bronnen", "bronvermelding", "referenties", "referenser", "källor",
    "källförteckning", "litteratur", "litteraturförteckning", "litteraturliste", "referanser", "kilder", "lähteet",
    "lähdeluettelo", "irodalom", "irodalomjegyzék", "hivatkozások", "kaynakça", "kaynaklar", "referenties en noten",
    "geraadpleegde literatuur", "geraadpleegde bronnen", "verder lezen", "noter och referenser", "referenser och noter",
    "källor och litteratur", "vidare läsning", "noter og referanser", "kilder og litteratur", "referencer",
    "litteraturliste og kilder", "viitteet ja kirjallisuus", "kirjallisuus", "kirjallisuutta", "felhasznált irodalom",
    "jegyzetek és hivatkozások", "seçilmiş kaynakça", "yararlanılan kaynaklar",
    // Slavic languages, Greek
    "literatura", "źródła", "použitá literatura", "seznam literatury", "zdroje", "литература", "список литературы",
    "список использованной литературы", "список использованных источников", "библиография", "источники", "література",
    "список літератури", "список використаних джерел", "βιβλιογραφία", "αναφορές", "πηγές", "bibliografia załącznikowa",
    "literatura cytowana", "wykaz literatury", "seznam použité literatury", "použité zdroje",
    "použitá literatura a zdroje", "zoznam použitej literatúry", "примечания и литература", "литература и примечания",
    "избранная библиография", "использованная литература", "цитированная литература", "источники и литература",
    "примітки та література", "джерела", "επιλεγμένη βιβλιογραφία", "βιβλιογραφικές αναφορές",
    // Asia
    "参考文献", "參考文獻", "引用文献", "参考资料", "참고문헌", "참고 문헌", "المراجع", "المصادر", "المصادر والمراجع",
    "قائمة المراجع", "ביבליוגרפיה", "מקורות", "רשימת מקורות", "संदर्भ", "संदर्भ ग्रंथ सूची", "tài liệu tham khảo",
    "daftar pustaka", "注释与参考文献", "参考文献及注释", "参考文献和注释", "主要参考文献", "注釋及參考文獻",
    "注・参考文献", "注と参考文献", "主要参考文献一覧", "参考文献一覧", "주요 참고문헌", "주 및 참고문헌",
    "قائمة المصادر والمراجع", "مراجع", "مصادر", "منابع", "فهرست منابع", "מראי מקום", "הערות ומקורות", "संदर्भ सूची",
    "referensi", "参考书目", "參考書目", "参考资料来源", "资料来源", "引用参考文献", "参考図書", "출처", "참고자료",
    "참고 자료", "قائمة المصادر", "ثبت المراجع", "فهرس المراجع", "المراجع والمصادر", "منابع و مآخذ", "کتابنامه",
    "บรรณานุกรม", "เอกสารอ้างอิง", "รายการอ้างอิง", "อ้างอิง", "แหล่งอ้างอิง", "sumber", "sumber rujukan", "rujukan",
    "nguồn tham khảo", "ग्रंथ सूची", "সূত্র", "তথ্যসূত্র", "গ্রন্থপঞ্জি"};

// Of these a heading may be made, of one of the first and any of both.
constexpr const char* kWordsForSources[] = {
    // English, German, Romance languages
    "references", "reference", "sources", "literature", "bibliography", "webography", "weblinks", "quelle", "quellen",
    "literatur", "literaturhinweise", "literaturnachweis", "literaturnachweise", "literaturquellen", "quellenangabe",
    "quellenangaben", "quellennachweis", "quellennachweise", "quellenverzeichnis", "literaturangabe",
    "literaturangaben", "literaturverzeichnis", "internetquellen", "onlinequellen", "internetquellenverzeichnis",
    "webseiten", "internetadressen", "fachliteratur", "bibliographie", "bibliografie", "sitographie", "webographie",
    "références", "ouvrages", "sitografia", "bibliografia", "fonti", "webgrafía", "webgrafia", "bibliografía",
    "referencias", "fuentes", "referências", "fontes", "surse",
    // Others
    "bronnen", "bronnenlijst", "literatuur", "literatuurlijst", "referenties", "källor", "referenser",
    "källförteckning", "kilder", "kildeliste", "referanser", "lähteet", "lähdeluettelo", "források", "irodalom",
    "kaynaklar", "kaynakça", "źródła", "źródeł", "bibliografii", "literatura", "literatury", "zdroje", "zdrojů",
    "zdrojov", "literatúry", "viri", "izvori", "источники", "источников", "литература", "литературы", "библиография",
    "джерела", "джерел", "літератури", "література", "πηγές", "πηγών", "βιβλιογραφία"};
constexpr const char* kWordsBeside[] = {
    // English, German
    "list", "of", "and", "the", "my", "used", "cited", "consulted", "works", "books", "articles", "links", "online",
    "internet", "web", "further", "additional", "main", "other", "reading", "liste", "der", "die", "und", "verwendete",
    "verwendeter", "verwendeten", "benutzte", "benutzter", "benutzten", "genutzte", "zitierte", "zitierter",
    "angegebene", "weitere", "verzeichnis", "bücher", "sonstige",
    // Romance languages
    "et", "des", "de", "les", "la", "utilisées", "utilisés", "consultées", "consultés", "citées", "y", "las", "los",
    "lista", "utilizadas", "consultadas", "citadas", "e", "delle", "dei", "utilizzate", "consultate", "citate", "as",
    // Others
    "en", "van", "gebruikte", "geraadpleegde", "lijst", "och", "använda", "og", "brukte", "anvendte", "käytetyt", "ve",
    "wykaz", "spis", "wykorzystane", "wykorzystanych", "i", "a", "seznam", "použitých", "použité", "zoznam", "použitej",
    "popis", "и", "список", "использованные", "использованных", "использованной", "используемые", "используемых",
    "используемой", "та", "використаних", "використані", "використаної", "και"};
constexpr std::size_t kMostWords = 6;

// Headings of notes, which may be citations or not.
constexpr const char* kNoteHeadings[] = {"notes",

                                         "endnotes",
                                         "end notes",
                                         "footnotes",
                                         "anmerkungen",
                                         "fußnoten",
                                         "fußnotenverzeichnis",
                                         "endnoten",
                                         "notes de bas de page",
                                         "notes de fin",
                                         "notas",
                                         "notas al pie",
                                         "notas finales",
                                         "notas de rodapé",
                                         "note a piè di pagina",
                                         "note al testo",
                                         "noten",
                                         "voetnoten",
                                         "eindnoten",
                                         "noter",
                                         "fotnoter",
                                         "slutnoter",
                                         "viitteet",
                                         "alaviitteet",
                                         "jegyzetek",
                                         "lábjegyzetek",
                                         "notlar",
                                         "dipnotlar",
                                         "przypisy",
                                         "poznámky",
                                         "poznámky pod čarou",
                                         "bilješke",
                                         "примечания",
                                         "сноски",
                                         "примітки",
                                         "виноски",
                                         "σημειώσεις",
                                         "υποσημειώσεις",
                                         "注",
                                         "注释",
                                         "注釋",
                                         "脚注",
                                         "尾注",
                                         "註釋",
                                         "각주",
                                         "미주",
                                         "주석",
                                         "الهوامش",
                                         "هوامش",
                                         "پانوشت",
                                         "הערות",
                                         "הערות שוליים",
                                         "เชิงอรรถ",
                                         "chú thích",
                                         "catatan kaki"};

// Lines that are nothing but such a word, and its number: sections that stand behind a list.
constexpr const char* kSections[] = {"methods",
                                     "materials and methods",
                                     "methods and materials",
                                     "online methods",
                                     "results",
                                     "discussion",
                                     "conclusion",
                                     "conclusions",
                                     "acknowledgements",
                                     "acknowledgments",
                                     "author contributions",
                                     "funding",
                                     "data availability",
                                     "competing interests",
                                     "conflict of interest",
                                     "supplementary material",
                                     "supplementary information",
                                     "tables",
                                     "figures",
                                     "figure legends",
                                     "about the author",
                                     "about the authors",
                                     "chapter",
                                     "part",
                                     "kapitel",
                                     "teil",
                                     "methoden",
                                     "ergebnisse",
                                     "diskussion",
                                     "fazit",
                                     "schluss",
                                     "danksagung",
                                     "eidesstattliche erklärung",
                                     "selbstständigkeitserklärung",
                                     "chapitre",
                                     "partie",
                                     "méthodes",
                                     "remerciements",
                                     "capítulo",
                                     "parte",
                                     "métodos",
                                     "agradecimientos",
                                     "conclusión",
                                     "conclusiones",
                                     "capitolo",
                                     "metodi",
                                     "ringraziamenti",
                                     "conclusioni",
                                     "agradecimentos",
                                     "conclusão",
                                     "hoofdstuk",
                                     "dankwoord",
                                     "conclusie",
                                     "tack",
                                     "takk",
                                     "kapitola",
                                     "rozdział",
                                     "fejezet",
                                     "bölüm",
                                     "sonuç",
                                     "глава",
                                     "часть",
                                     "заключение",
                                     "благодарности",
                                     "розділ",
                                     "висновки",
                                     "κεφάλαιο"};

constexpr const char* kAppendices[] = {"appendix",  "appendices", "anhang",   "anhänge",    "annex",      "annexe",
                                       "annexes",   "anexo",      "anexos",   "apéndice",   "apêndice",   "appendice",
                                       "allegato",  "bijlage",    "bijlagen", "bilaga",     "bilag",      "vedlegg",
                                       "liite",     "załącznik",  "příloha",  "приложение", "приложения", "додаток",
                                       "παράρτημα", "ek",         "附录",     "附錄",       "付録",       "부록"};

std::set<std::string, std::less<>> folded(std::span<const char* const> names) {
  const std::unique_ptr<Normalizer> normalizer = make_nfkc_casefold();
  std::set<std::string, std::less<>> out;
  ByteBuffer buffer;
  for (const char* const name : names) {
    normalizer->apply(name, buffer);
    out.emplace(buffer.data(), buffer.size());
  }
  return out;
}

// What headings of their own are.
const std::map<std::string, HeadingKind, std::less<>>& headings() {
  static const std::map<std::string, HeadingKind, std::less<>> kinds = [] {
    std::map<std::string, HeadingKind, std::less<>> out;
    for (const std::string& name : folded(kHeadings)) out.emplace(name, HeadingKind::kList);
    for (const std::string& name : folded(kNoteHeadings)) out.emplace(name, HeadingKind::kNoteHeading);
    for (const std::string& name : folded(kSections)) out.emplace(name, HeadingKind::kSection);
    return out;
  }();
  return kinds;
}

// Whether words for sources, and words beside them, are all of a heading.
bool is_of_words_for_sources(std::string_view heading) {
  static const std::set<std::string, std::less<>> sources = folded(kWordsForSources);
  static const std::set<std::string, std::less<>> beside = folded(kWordsBeside);
  bool names = false;
  std::size_t words = 0;
  for (std::size_t begin = 0; begin < heading.size(); ++words) {
    const std::size_t end = std::min(heading.find_first_of(" ,/&-", begin), heading.size());
    const std::string_view word = heading.substr(begin, end - begin);
    if (sources.contains(word))
      names = true;
    else if (!word.empty() && !beside.contains(word))
      return false;
    begin = end + 1;
  }
  return names && words <= kMostWords;
}

const std::set<std::string, std::less<>>& appendices() {
  static const std::set<std::string, std::less<>> names = folded(kAppendices);
  return names;
}

bool is_letter(std::uint32_t c) { return (char_flags()[c] & kWordChar) != 0 && !(c >= '0' && c <= '9'); }

// The part of a folded line from its first to its last letter, without a numbering such as "7." or "vi)".
std::string_view bare(std::string_view line) {
  const auto trimmed = [](std::string_view text) {
    const char* const end = text.data() + text.size();
    std::size_t first = text.size();
    std::size_t behind = 0;
    for (std::size_t i = 0; i < text.size();) {
      const CodePoint c = decode(text.data() + i, end);
      if (is_letter(c.value)) {
        first = std::min(first, i);
        behind = i + c.length;
      }
      i += c.length;
    }
    return first < behind ? text.substr(first, behind - first) : std::string_view();
  };
  std::string_view text = trimmed(line);
  const std::size_t roman = text.find_first_not_of("ivxlc");
  if (roman != std::string_view::npos && roman > 0 && (text[roman] == '.' || text[roman] == ')'))
    text = trimmed(text.substr(roman));
  return text;
}

bool is_before_notes(std::string_view line) {
  constexpr const char* kSpace = " \t\r\n";
  const std::size_t first = std::min(line.find_first_not_of(kSpace), line.size());
  return line.substr(first, line.find_last_not_of(kSpace) + 1 - first) == kNotes;
}

// [^1]: ..., ... ↩
bool is_note(std::string_view line) {
  constexpr std::string_view kBack = "↩";
  constexpr std::string_view kAsText = "\uFE0E";  // behind it, so that it is no picture
  std::size_t end = line.find_last_not_of(" \t\r\n") + 1;
  if (line.substr(0, end).ends_with(kAsText)) end -= kAsText.size();
  if (line.substr(0, end).ends_with(kBack)) return true;
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  return first <= 3 && line.substr(first).starts_with("[^") &&
         line.substr(first, kLongestHeading).find("]:") != line.npos;
}

// What a line of LaTeX has in its first braces: \section*{References}.
std::string_view without_latex(std::string_view line) {
  const std::size_t command = line.find_first_not_of(" \t");
  const std::size_t open = line.find('{');
  if (command == line.npos || line[command] != '\\' || open == line.npos) return line;
  const std::size_t close = line.find('}', open);
  return close == line.npos ? line : line.substr(open + 1, close - open - 1);
}

// "r eferences and n otes", as small capitals of a PDF come out: without the space behind a letter that stands alone.
std::string without_small_capitals(std::string_view heading) {
  std::string out;
  std::size_t word = 0;
  for (const char c : heading) {
    if (c == ' ' && base::count_code_points(std::string_view(out).substr(word)) == 1) continue;
    out.push_back(c);
    if (c == ' ') word = out.size();
  }
  return out;
}

}  // namespace

HeadingReader::HeadingReader() : normalizer_(make_nfkc_casefold()) {}

HeadingKind HeadingReader::kind(std::string_view line) {
  if (is_note(line)) return HeadingKind::kNote;
  if (line.size() > kLongestHeading) return HeadingKind::kNone;
  if (is_before_notes(line)) return HeadingKind::kNotes;
  if (line.find("\\end{thebibliography}") != line.npos) return HeadingKind::kSection;
  normalizer_->apply(without_latex(line), buffer_);
  const std::string_view heading = bare({buffer_.data(), buffer_.size()});
  if (const auto found = headings().find(heading); found != headings().end()) return found->second;
  if (is_of_words_for_sources(heading)) return HeadingKind::kList;
  if (appendices().contains(heading.substr(0, heading.find_first_of(" .:")))) return HeadingKind::kSection;
  if (heading.find(' ') == heading.npos) return HeadingKind::kNone;
  const auto found = headings().find(without_small_capitals(heading));
  if (found != headings().end() && found->second == HeadingKind::kList) return HeadingKind::kList;
  return HeadingKind::kNone;
}

}  // namespace textkin::text
