#include "text/places/reference_list.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "base/ascii.h"
#include "base/byte_count.h"
#include "text/normalize/normalize_icu.h"
#include "text/unicode/char_class.h"
#include "text/unicode/utf8.h"

namespace textkin::text {
namespace {

constexpr std::size_t kLongestHeading = 120;  // bytes
constexpr std::uint32_t kWordsASource = 80;
constexpr std::string_view kNotes = "⸻";  // the paragraph before the notes of a docx, odt or RTF file

constexpr const char* kHeadings[] = {
    // English, German
    "references", "reference list", "list of references", "references cited", "bibliography", "works cited",
    "literature", "literature cited", "sources", "sources cited", "literatur", "literaturverzeichnis",
    "literaturangaben", "literaturliste", "quellen", "quellenangaben", "quellenverzeichnis",
    "quellen- und literaturverzeichnis", "literatur- und quellenverzeichnis", "bibliographie", "bibliografie",
    "referenzen",
    // Romance languages
    "références", "références bibliographiques", "ouvrages cités", "referencias", "referencias bibliográficas",
    "bibliografía", "obras citadas", "fuentes", "bibliografia", "riferimenti", "riferimenti bibliografici",
    "opere citate", "fonti", "referências", "referências bibliográficas", "bibliografie",
    // Dutch, Nordic languages, Finnish, Hungarian, Turkish
    "literatuur", "literatuurlijst", "bronnen", "bronvermelding", "referenties", "referenser", "källor",
    "källförteckning", "litteratur", "litteraturförteckning", "litteraturliste", "referanser", "kilder", "lähteet",
    "lähdeluettelo", "irodalom", "irodalomjegyzék", "hivatkozások", "kaynakça", "kaynaklar",
    // Slavic languages, Greek
    "literatura", "źródła", "použitá literatura", "seznam literatury", "zdroje", "литература", "список литературы",
    "список использованной литературы", "список использованных источников", "библиография", "источники", "література",
    "список літератури", "список використаних джерел", "βιβλιογραφία", "αναφορές", "πηγές",
    // Asia
    "参考文献", "參考文獻", "引用文献", "参考资料", "참고문헌", "참고 문헌", "المراجع", "المصادر", "المصادر والمراجع",
    "قائمة المراجع", "ביבליוגרפיה", "מקורות", "רשימת מקורות", "संदर्भ", "संदर्भ ग्रंथ सूची", "tài liệu tham khảo",
    "daftar pustaka"};

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

const std::set<std::string, std::less<>>& headings() {
  static const std::set<std::string, std::less<>> names = folded(kHeadings);
  return names;
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

// A line as a heading, with what it needs to be told from others.
struct Line {
  std::uint32_t begin = 0;  // characters
  std::uint32_t end = 0;    // behind its line end
  std::size_t first_byte = 0;
  std::uint32_t markdown = 0;  // its level, 0: none
  bool starts_list = false;
  bool ends_list = false;
  bool is_before_notes = false;
  std::uint32_t next = 0;     // the line that ends the list it heads, counted among these
  std::uint32_t sources = 0;  // before it, from the first heading on
};

bool is_before_notes(std::string_view line) {
  constexpr const char* kSpace = " \t\r\n";
  const std::size_t first = std::min(line.find_first_not_of(kSpace), line.size());
  return line.substr(first, line.find_last_not_of(kSpace) + 1 - first) == kNotes;
}

std::vector<Line> headings_of(std::string_view text) {
  std::vector<Line> out;
  const std::unique_ptr<Normalizer> normalizer = make_nfkc_casefold();
  ByteBuffer buffer;
  std::uint32_t place = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t stop = text.find('\n', begin);
    const std::size_t behind = stop == std::string_view::npos ? text.size() : stop + 1;
    const std::string_view bytes = text.substr(begin, behind - begin);
    Line line{.begin = place, .first_byte = begin};
    place += static_cast<std::uint32_t>(base::count_code_points(bytes));
    line.end = place;
    begin = behind;
    if (bytes.size() > kLongestHeading) continue;
    line.markdown = static_cast<std::uint32_t>(std::min(bytes.find_first_not_of('#'), bytes.size()));
    normalizer->apply(bytes, buffer);
    const std::string_view heading = bare({buffer.data(), buffer.size()});
    line.starts_list = headings().contains(heading);
    line.is_before_notes = is_before_notes(bytes);
    line.ends_list = line.is_before_notes || appendices().contains(heading.substr(0, heading.find_first_of(" .:")));
    if (line.starts_list || line.ends_list || line.markdown > 0) out.push_back(line);
  }
  return out;
}

// Years, DOIs and addresses: marks of a source.
std::uint32_t sources_in(std::string_view text) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (base::is_digit(text[i])) {
      std::size_t end = i;
      while (end < text.size() && base::is_digit(text[end])) ++end;
      const std::string_view digits = text.substr(i, end - i);
      count += digits.size() == 4 && digits >= "1500" && digits < "2100";
      i = end;
    } else {
      const std::string_view rest = text.substr(i, 7);
      count += rest.starts_with("http") || rest.starts_with("www.") || rest.starts_with("doi");
    }
  }
  return count;
}

// Sets `next` and `sources` of all lines, in one pass each: a text may be nothing but headings.
void finish_headings(std::string_view text, std::vector<Line>& lines) {
  // Of each level, and of 0, which ends all: the nearest line behind that ends what is of its level or a lower one.
  std::array<std::uint32_t, kLongestHeading + 1> nearest;
  nearest.fill(static_cast<std::uint32_t>(lines.size()));
  for (auto i = static_cast<std::uint32_t>(lines.size()); i-- > 0;) {
    Line& line = lines[i];
    line.next = *std::min_element(nearest.begin(), nearest.begin() + line.markdown + 1);
    if (line.ends_list || line.markdown > 0) nearest[line.ends_list ? 0 : line.markdown] = i;
  }
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t begin = lines[i - 1].first_byte;
    lines[i].sources = lines[i - 1].sources + sources_in(text.substr(begin, lines[i].first_byte - begin));
  }
}

}  // namespace

void find_reference_lists(std::string_view text, std::span<const LocatedWord> words, std::vector<WordRange>& out) {
  out.clear();
  std::vector<Line> lines = headings_of(text);
  if (std::ranges::none_of(lines, &Line::starts_list)) return;
  finish_headings(text, lines);
  const std::uint32_t all_sources = lines.back().sources + sources_in(text.substr(lines.back().first_byte));
  const auto notes = std::ranges::find(lines.rbegin(), lines.rend(), true, &Line::is_before_notes);
  const std::size_t before_notes =
      notes == lines.rend() ? words.size() : std::size_t{words_between(words, 0, notes->begin).words};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& heading = lines[i];
    if (!heading.starts_list) continue;
    const bool last = heading.next == lines.size();
    const std::uint32_t end = last ? words.empty() ? 0 : words.back().end : lines[heading.next].begin;
    const WordRange range = words_between(words, heading.begin, end);
    const WordRange list = words_between(words, heading.end, end);
    if (list.words == 0 || 2 * std::size_t{range.first} < before_notes) continue;
    const std::uint32_t sources = (last ? all_sources : lines[heading.next].sources) - heading.sources;
    if (sources < std::max(1u, list.words / kWordsASource)) continue;
    out.push_back(range);
    i = heading.next - 1;
  }
}

}  // namespace textkin::text
