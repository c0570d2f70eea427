#include "text/lists/reference_list.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "base/byte_count.h"
#include "text/lists/reference_headings.h"
#include "text/quotations/reference_characters.h"
#include "text/unicode/utf8.h"
#include "textkin/word_weight.h"

namespace textkin::text {
namespace {

using Score = std::int64_t;

// A word that weighs 60 costs 60 x 13; a joint near a source gains 60 x 60: so a list has more than 13 joints in 60
// words. Prose has 5 to 12 (news, law, declarations in 80 languages), entries of all styles 16 to 35.
constexpr Score kJoint = 60 * 60;
constexpr Score kWord = 13;
constexpr Score kYearInProse = -3 * kJoint;
constexpr Score kEndsList = 7 * kJoint;                                    // so much is lost in 80 words of prose
constexpr Score kEndsAtHeading = 3 * kJoint;                               // or so much behind a short line
constexpr Score kBeginsAgain = 5 * kJoint / 2;                             // so much is gained by an entry
constexpr std::uint32_t kNear = 40 * kWordWeight;                          // a word of an entry is so near a source
constexpr std::uint64_t kLongestProse = 300 * std::uint64_t{kWordWeight};  // of an annotation, at most
constexpr std::uint32_t kWordsOfHeading = 8;
constexpr std::uint32_t kSourcesEarly = 3;

// A line that begins, or ends, a list.
struct Line {
  HeadingKind kind = HeadingKind::kNone;
  std::uint32_t begin = 0;  // characters
  std::uint32_t end = 0;    // behind its line end
  std::size_t first_byte = 0;
  std::size_t behind_byte = 0;
  std::size_t markdown = 0;  // its level, 0: none
};

std::vector<Line> headings_of(std::string_view text) {
  std::vector<Line> out;
  HeadingReader reader;
  std::uint32_t place = 0;
  bool below_blank = true;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t stop = text.find('\n', begin);
    const std::size_t behind = stop == std::string_view::npos ? text.size() : stop + 1;
    const std::string_view bytes = text.substr(begin, behind - begin);
    Line line{.kind = reader.kind(bytes), .begin = place, .first_byte = begin, .behind_byte = behind};
    const bool blank = bytes.find_first_not_of(" \t\r\n") == bytes.npos;
    // The end of a sentence: "... of all\nsources."
    const std::size_t first = bytes.find_first_not_of(" \t");
    if (line.kind == HeadingKind::kList && !below_blank && bytes[first] >= 'a' && bytes[first] <= 'z')
      line.kind = HeadingKind::kNone;
    below_blank = blank;
    place += static_cast<std::uint32_t>(base::count_code_points(bytes));
    line.end = place;
    begin = behind;
    line.markdown = std::min(bytes.find_first_not_of('#'), bytes.size());
    if (line.kind != HeadingKind::kNone || line.markdown > 0) out.push_back(line);
  }
  return out;
}

enum class Source : std::uint8_t { kNone, kSource, kYearInProse };

// A word behind a heading, and the gap behind it.
struct Seen {
  std::uint32_t weight = 0;
  bool lower = false;  // its first letter
  bool digit = false;
  bool year = false;
  bool address = false;
  bool long_word = false;  // four letters or more
  char single = 0;         // all of it, if it is one of ASCII
  bool spaces = true;      // only these behind it
  bool bracket = false;    // or one that closes, and spaces
  bool joint = false;      // signs, but no hyphen or apostrophe within a word; or it is a number
  bool line_end = false;
  bool paragraph_end = false;
  Source source = Source::kNone;
};

bool is_address(std::string_view word) {
  return word.starts_with("http") || word == "www" || word == "doi" || word == "DOI" || word == "arXiv" ||
         word == "ISBN";
}

// 2004, 2004a, 1998년; in digits of other scripts also of their calendars: ۱۳۸۵, ๒๕๔๑.
bool is_year(std::string_view word) {
  int year = 0;
  std::size_t digits = 0;
  const std::u32string characters = reference::code_points(word);
  for (; digits < characters.size() && reference::is_digit(characters[digits]) && digits < 5; ++digits)
    year = 10 * year + reference::digit_value(characters[digits]);
  if (digits != 4 || characters.size() > 5 || characters.back() == 's') return false;
  return characters[0] < 0x80 ? year >= 1500 && year < 2100 : year >= 1200 && year < 2700;
}

// What stands behind a heading: its words, from character `begin`, which is byte `byte`, to character `end`.
class SeenWords {
 public:
  SeenWords(std::string_view text, std::size_t byte, std::uint32_t begin, std::uint32_t end,
            std::span<const LocatedWord> words)
      : text_(text), byte_(byte), place_(begin) {
    seen_.reserve(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      go_to(words[i].begin);
      const std::size_t first = byte_;
      go_to(words[i].end);
      Seen word = look_at(text_.substr(first, byte_ - first));
      word.weight = weight_of(words[i].hash);
      look_behind(i + 1 < words.size() ? words[i + 1].begin : end, word);
      seen_.push_back(word);
    }
    for (std::size_t i = 0; i < seen_.size(); ++i) seen_[i].source = source_at(i);
  }

  const std::vector<Seen>& seen() const { return seen_; }

 private:
  std::uint32_t next() {
    const CodePoint c = decode(text_.data() + byte_, text_.data() + text_.size());
    byte_ += c.length;
    ++place_;
    return c.value;
  }
  void go_to(std::uint32_t place) {
    while (place_ < place && byte_ < text_.size()) next();
  }

  static Seen look_at(std::string_view bytes) {
    Seen out;
    const CodePoint first = decode(bytes.data(), bytes.data() + bytes.size());
    const auto letter = static_cast<char32_t>(first.value);
    out.digit = reference::is_digit(letter);
    out.lower = u_islower(static_cast<UChar32>(letter)) != 0;
    out.year = out.digit && bytes.size() >= 4 && is_year(bytes);
    out.address = is_address(bytes);
    out.long_word = bytes.size() >= 4;
    out.single = bytes.size() == 1 ? bytes[0] : 0;
    return out;
  }

  void look_behind(std::uint32_t to, Seen& word) {
    std::uint32_t lines = 0;
    std::uint32_t signs = 0;
    bool within = true;  // the word, as it is written: no space
    char32_t last = 0;
    while (place_ < to && byte_ < text_.size()) {
      const auto c = static_cast<char32_t>(next());
      lines += c == '\n';
      if (reference::is_space(c)) {
        within = false;
        continue;
      }
      ++signs;
      last = c;
    }
    const bool of_word = within && signs == 1 && (last == '-' || last == '\'' || last == 0x2019 || last == 0x2010);
    word.spaces = signs == 0;
    word.bracket = signs == 1 && (last == ')' || last == ']');
    word.joint = word.digit || (signs > 0 && !of_word);
    word.line_end = lines > 0;
    word.paragraph_end = lines > 1;
  }

  // n.d., s.d., s.f., o. J., z.d.
  bool is_undated(std::size_t i) const {
    if (seen_[i].single == 0 || i + 1 == seen_.size() || seen_[i].spaces) return false;
    const char two[] = {seen_[i].single, seen_[i + 1].single};
    constexpr std::string_view kForms[] = {"nd", "sd", "sf", "oJ", "zd"};
    return std::ranges::find(kForms, std::string_view(two, 2)) != std::end(kForms);
  }

  // Whether word `i` names a source. Years of sentences do not: "break off in 1548", "Bauer (1998) noted"; but of dates
  // they do, with a day before them: "3 mai 2019".
  Source source_at(std::size_t i) const {
    const Seen& word = seen_[i];
    if (word.address || is_undated(i)) return Source::kSource;
    if (!word.year) return Source::kNone;
    const bool goes_on = i + 1 < seen_.size() && (word.spaces || word.bracket) && seen_[i + 1].lower &&
                         seen_[i + 1].long_word && !seen_[i + 1].address;
    const auto is_plain = [&](std::size_t k) { return seen_[k].lower && seen_[k].spaces; };
    const bool dated = i >= 2 && (seen_[i - 2].digit || (i >= 3 && seen_[i - 3].digit));
    const bool led_to = i >= 2 && is_plain(i - 1) && is_plain(i - 2) && !dated;
    return goes_on || led_to ? Source::kYearInProse : Source::kSource;
  }

  std::string_view text_;
  std::size_t byte_;
  std::uint32_t place_;
  std::vector<Seen> seen_;
};

// A line of words behind a heading.
struct Row {
  std::uint32_t first = 0;  // word
  std::uint64_t weight = 0;
  Score score = 0;
  std::uint32_t sources = 0;
  bool heading = false;  // short, a paragraph of its own and no entry
};

std::vector<Row> rows_of(const std::vector<Seen>& words) {
  constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max() / 2;
  std::vector<std::uint32_t> to_next(words.size());
  std::uint32_t far = kFar;
  for (std::size_t i = words.size(); i-- > 0;) {
    far = words[i].source == Source::kSource ? 0 : std::min(kFar, far + words[i].weight);
    to_next[i] = far;
  }
  std::vector<Row> out;
  far = kFar;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t end = i;
    while (end < words.size() && !words[end].line_end) ++end;
    end = std::min(end + 1, words.size());
    Row row{.first = static_cast<std::uint32_t>(i)};
    for (std::size_t k = i; k < end; ++k) row.sources += words[k].source == Source::kSource;
    row.heading = (i == 0 || words[i - 1].paragraph_end) && end < words.size() && words[end - 1].paragraph_end &&
                  end - i <= kWordsOfHeading && row.sources == 0 && !words[i].lower && words[end - 1].spaces;
    if (row.heading) far = kFar;  // a source above it says nothing about what is below
    for (std::size_t k = i; k < end; ++k) {
      const Seen& word = words[k];
      far = word.source == Source::kSource ? 0 : std::min(kFar, far + word.weight);
      row.weight += word.weight;
      row.score -= kWord * static_cast<Score>(word.weight);
      if (word.source == Source::kYearInProse)
        row.score += kYearInProse;
      else if (word.joint && std::min(far, to_next[k]) <= kNear)
        row.score += kJoint;
    }
    out.push_back(row);
    i = end;
  }
  return out;
}

// Rows [begin, end) that are a list.
struct Stretch {
  std::size_t begin;
  std::size_t end;
};

// Goes over the rows with the sum of their scores: a list ends where the sum was highest before it fell far, and begins
// again where it was lowest before it rose.
std::vector<Stretch> stretches_of(const std::vector<Row>& rows) {
  std::vector<Stretch> out;
  Score sum = 0;
  Score turn = 0;          // the highest in a list, the lowest in prose
  std::size_t turned = 0;  // the row behind it
  std::size_t begin = 0;
  bool in_list = true;
  std::uint64_t prose = 0;
  const auto close = [&] {
    const std::size_t end = turned - (turned > begin && rows[turned - 1].heading ? 1 : 0);
    if (end > begin) out.push_back({begin, end});
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    sum += rows[i].score;
    if (in_list ? sum > turn : sum < turn) {
      turn = sum;
      turned = i + 1;
    }
    const bool below = turned > 0 && turned < rows.size() && (rows[turned].heading || rows[turned - 1].heading);
    if (in_list && sum <= turn - (below ? kEndsAtHeading : kEndsList)) {
      close();
      if (below) return out;
      in_list = false;
      prose = 0;
      for (std::size_t k = turned; k < i; ++k) prose += rows[k].weight;
      turn = sum;
      turned = i + 1;
    } else if (!in_list && sum >= turn + kBeginsAgain) {
      in_list = true;
      begin = turned;
      turn = sum;
      turned = i + 1;
    }
    if (in_list) continue;
    prose += rows[i].weight;
    if (prose > kLongestProse) return out;
  }
  if (in_list) close();
  return out;
}

}  // namespace

void find_reference_lists(std::string_view text, std::span<const LocatedWord> words, std::vector<WordRange>& out) {
  out.clear();
  const std::vector<Line> lines = headings_of(text);
  const auto notes = std::ranges::find(lines.rbegin(), lines.rend(), HeadingKind::kNotes, &Line::kind);
  const std::size_t before_notes =
      notes == lines.rend() ? words.size() : std::size_t{words_between(words, 0, notes->begin).words};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& heading = lines[i];
    if (heading.kind != HeadingKind::kList) continue;
    std::size_t next = i + 1;
    while (next < lines.size() && lines[next].kind == HeadingKind::kNone &&
           (heading.markdown == 0 || lines[next].markdown > heading.markdown))
      ++next;
    const std::uint32_t end = next < lines.size() ? lines[next].begin : std::numeric_limits<std::uint32_t>::max();
    const WordRange all = words_between(words, heading.begin, end);
    const WordRange list = words_between(words, heading.end, end);
    const SeenWords behind(text, heading.behind_byte, heading.end, end, words.subspan(list.first, list.words));
    const std::vector<Row> rows = rows_of(behind.seen());
    const std::vector<Stretch> stretches = stretches_of(rows);
    const auto sources_of = [&](const Stretch& stretch) {
      std::uint32_t sources = 0;
      for (std::size_t k = stretch.begin; k < stretch.end; ++k) sources += rows[k].sources;
      return sources;
    };
    std::uint32_t sources = 0;
    for (const Stretch& stretch : stretches) sources += sources_of(stretch);
    const bool early = 2 * std::size_t{all.first} < before_notes;
    if (early && (sources < kSourcesEarly || stretches.empty() || stretches[0].begin > 0)) continue;
    for (const Stretch& stretch : stretches) {
      if (sources_of(stretch) == 0) continue;
      const std::uint32_t first = stretch.begin == 0 ? all.first : list.first + rows[stretch.begin].first;
      const std::uint32_t behind_last =
          stretch.end == rows.size() ? list.first + list.words : list.first + rows[stretch.end].first;
      out.push_back({first, behind_last - first});
    }
    i = next - 1;
  }
}

}  // namespace textkin::text
