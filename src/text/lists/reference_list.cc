#include "text/lists/reference_list.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "base/byte_count.h"
#include "text/lists/reference_headings.h"
#include "text/lists/reference_rows.h"
#include "text/lists/seen_words.h"

namespace textkin::text {
namespace {

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
    const bool names = line.kind == HeadingKind::kList || line.kind == HeadingKind::kNoteHeading;
    if (names && !below_blank && bytes[first] >= 'a' && bytes[first] <= 'z') line.kind = HeadingKind::kNone;
    below_blank = blank;
    place += static_cast<std::uint32_t>(base::count_code_points(bytes));
    line.end = place;
    begin = behind;
    line.markdown = std::min(bytes.find_first_not_of('#'), bytes.size());
    if (line.kind != HeadingKind::kNone || line.markdown > 0) out.push_back(line);
  }
  return out;
}

// What is found behind a heading: from its words and those behind it, up to `end`.
class Section {
 public:
  Section(std::string_view text, std::span<const LocatedWord> words, const Line& heading, std::uint32_t end)
      : all_(words_between(words, heading.begin, end)),
        list_(words_between(words, heading.end, end)),
        kind_(heading.kind) {
    const std::vector<Seen> seen =
        see_words(text, heading.behind_byte, heading.end, end, words.subspan(list_.first, list_.words));
    rows_ = rows_of(seen, kind_ != HeadingKind::kList);
  }

  void add_list(std::size_t words_of_text, std::vector<WordRange>& out) const {
    const std::vector<Stretch> stretches = stretches_of(rows_);
    std::uint32_t sources = 0;
    for (const Stretch& stretch : stretches) sources += sources_of(stretch);
    const bool early = 2 * std::size_t{all_.first} < words_of_text;
    if (early && (sources < kSourcesEarly || stretches.empty() || stretches[0].begin > 0)) return;
    for (const Stretch& stretch : stretches)
      if (sources_of(stretch) > 0) add(stretch, stretch.begin == 0 ? all_.first : first_word(stretch.begin), out);
  }

  void add_notes(std::vector<WordRange>& out) const {
    if (kind_ == HeadingKind::kNoteHeading && (rows_.empty() || !rows_[0].citation)) return;
    for (const Stretch& stretch : citations_of(rows_)) add(stretch, first_word(stretch.begin), out);
  }

 private:
  std::uint32_t sources_of(const Stretch& stretch) const {
    std::uint32_t sources = 0;
    for (std::size_t k = stretch.begin; k < stretch.end; ++k) sources += rows_[k].sources;
    return sources;
  }
  std::uint32_t first_word(std::size_t row) const {
    return row == rows_.size() ? list_.first + list_.words : list_.first + rows_[row].first;
  }
  void add(const Stretch& stretch, std::uint32_t first, std::vector<WordRange>& out) const {
    out.push_back({first, first_word(stretch.end) - first});
  }

  WordRange all_;   // with the heading
  WordRange list_;  // without it
  HeadingKind kind_;
  std::vector<Row> rows_;
};

}  // namespace

void find_reference_lists(std::string_view text, std::span<const LocatedWord> words, std::vector<WordRange>& out) {
  out.clear();
  const std::vector<Line> lines = headings_of(text);
  const auto notes = std::ranges::find(lines.rbegin(), lines.rend(), HeadingKind::kNotes, &Line::kind);
  const std::size_t before_notes =
      notes == lines.rend() ? words.size() : std::size_t{words_between(words, 0, notes->begin).words};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& heading = lines[i];
    if (heading.kind == HeadingKind::kNone || heading.kind == HeadingKind::kSection) continue;
    if (heading.kind == HeadingKind::kNote) {
      Line label = heading;
      const std::string_view line = text.substr(heading.first_byte, heading.behind_byte - heading.first_byte);
      const std::size_t bytes = line.find_first_not_of(' ') != line.find("[^") ? 0 : line.find("]:") + 2;
      label.end = heading.begin + static_cast<std::uint32_t>(base::count_code_points(line.substr(0, bytes)));
      label.behind_byte = heading.first_byte + bytes;
      Section(text, words, label, heading.end).add_notes(out);
      continue;
    }
    std::size_t next = i + 1;
    while (next < lines.size() &&
           (lines[next].kind == HeadingKind::kNone || (lines[next].kind == HeadingKind::kNote)) &&
           (heading.markdown == 0 || lines[next].markdown == 0 || lines[next].markdown > heading.markdown))
      ++next;
    const std::uint32_t end = next < lines.size() ? lines[next].begin : std::numeric_limits<std::uint32_t>::max();
    const Section section(text, words, heading, end);
    if (heading.kind == HeadingKind::kList)
      section.add_list(before_notes, out);
    else
      section.add_notes(out);
    i = next - 1;
  }
}

}  // namespace textkin::text
