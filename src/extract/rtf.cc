#include "extract/rtf.h"

#include <fmt/format.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "extract/look.h"
#include "extract/markup/rtf_charset.h"
#include "extract/shown_text.h"

namespace textkin::extract {
namespace {

constexpr std::string_view kRtfBegin = "{\\rtf";
constexpr int kTinyHalfPoints = 4;
constexpr std::size_t kMostPages = 50;  // code pages of one file

// Groups of these hold no text of the body.
constexpr auto kNoText =
    std::to_array<std::string_view>({"annotation", "atnauthor",   "atndate",    "atnid",        "colorschememapping",
                                     "datastore",  "factoidname", "fldinst",    "footer",       "footerf",
                                     "footerl",    "footerr",     "ftncn",      "ftnsep",       "ftnsepc",
                                     "aftncn",     "aftnsep",     "aftnsepc",   "header",       "headerf",
                                     "headerl",    "headerr",     "info",       "latentstyles", "listoverridetable",
                                     "listtable",  "objdata",     "pict",       "pntext",       "revtbl",
                                     "rsidtbl",    "shprslt",     "stylesheet", "tc",           "template",
                                     "themedata",  "xe",          "xmlnstbl",   "generator"});

// Destinations that hold text although who does not know them is to leave them out.
constexpr auto kText = std::to_array<std::string_view>({"footnote", "shpinst", "do"});

// A document's code page where it has no number.
constexpr auto kFamilies =
    std::to_array<std::pair<std::string_view, long>>({{"ansi", 1252}, {"mac", 10000}, {"pc", 437}, {"pca", 850}});

// What gives letters another ground than paper. Each may be taken back alone.
constexpr auto kGrounds = std::to_array<std::string_view>({"cbpat", "highlight", "cb", "chcbpat"});
constexpr unsigned kOfParagraph = 1;  // cbpat

enum class ColourKind : std::uint8_t { kAuto, kWhite, kOther };

struct RtfGroup {
  bool skipped = false;
  bool colours = false;  // the table of colours
  bool fonts = false;    // that of fonts
  bool shape = false;    // skipped but for the text within it
  bool deleted = false;  // by a tracked change
  Look look;
  unsigned grounds = 0;   // a bit for each of kGrounds
  bool in_box = false;    // whose ground is not known
  bool in_table = false;  // where a cell may have a ground
  long font = -1;         // the document's own
  int unicode_bytes = 1;  // that stand for a character after \u, for programs that know none
};

// What is read behind the body, since in the middle of a sentence it would tear it.
struct RtfAside {
  std::string_view bytes;  // to its end and beyond
  RtfGroup group;
};

class RtfReader {
 public:
  RtfReader(std::string_view bytes, const Limits& limits) : left_(bytes), limits_(limits) { groups_.emplace_back(); }

  Status read() {
    TEXTKIN_RETURN_IF_ERROR(read_group());
    in_body_ = false;
    TEXTKIN_RETURN_IF_ERROR(read_asides(boxes_));
    text_.begin_notes();
    return read_asides(notes_);
  }

  Extracted finish() && {
    std::vector<std::string> notes;
    if (deleted_) notes.emplace_back("tracked changes: what was deleted is left out");
    return std::move(text_).finish(std::move(notes));
  }

 private:
  Status read_asides(const std::vector<RtfAside>& asides) {
    for (const RtfAside& aside : asides) {
      left_ = aside.bytes;
      groups_.resize(1);
      groups_.push_back(aside.group);
      row_ = {};
      text_.end_paragraph();
      TEXTKIN_RETURN_IF_ERROR(read_group());
    }
    return {};
  }

  // The whole body, or an aside to the end of its group.
  Status read_group() {
    while (!left_.empty()) {
      const char next = left_.front();
      left_.remove_prefix(1);
      if (next == '{') {
        settle();
        if (groups_.size() > limits_.depth)
          return not_extracted(fmt::format("its groups stand more than {} deep within each other", limits_.depth));
        groups_.push_back(groups_.back());
      } else if (next == '}') {
        settle();
        if (groups_.size() > 1) groups_.pop_back();
        if (!in_body_ && groups_.size() == 1) return {};
      } else if (next == '\\') {
        read_control();
      } else if (next != '\r' && next != '\n') {
        add_byte(next);
      }
    }
    settle();
    return {};
  }

  static bool is_letter(char byte) { return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z'); }
  static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

  // What stands behind a backslash.
  void read_control() {
    if (left_.empty()) return;
    const char first = left_.front();
    if (!is_letter(first)) {
      left_.remove_prefix(1);
      return symbol(first);
    }
    std::size_t end = 0;
    while (end < left_.size() && is_letter(left_[end])) ++end;
    const std::string_view word = left_.substr(0, end);
    const bool negative = end < left_.size() && left_[end] == '-';
    std::size_t digits = end + negative;
    long value = 0;
    while (digits < left_.size() && is_digit(left_[digits]) && value < 100'000'000)
      value = 10 * value + (left_[digits++] - '0');
    const bool has_value = digits > end + negative;
    if (has_value) end = digits;
    left_.remove_prefix(end);
    if (left_.starts_with(' ')) left_.remove_prefix(1);
    control(word, negative ? -value : value, has_value);
  }

  void symbol(char what) {
    if (what == '\'') {
      const std::string_view digits = left_.substr(0, 2);
      left_.remove_prefix(digits.size());
      unsigned value = 0;
      for (const char digit : digits) value = 16 * value + hex(digit);
      return add_byte(static_cast<char>(value));
    }
    if (what == '*') {
      const std::string_view word = left_.substr(0, left_.find_first_of(" \\{}\r\n", 1));
      const bool is_text = word.starts_with('\\') && std::ranges::find(kText, word.substr(1)) != kText.end();
      if (!is_text) groups_.back().skipped = true;
    } else if (what == '~') {
      add_text("\u00A0");
    } else if (what == '_') {
      add_text("\u2011");
    } else if (what == '\\' || what == '{' || what == '}') {
      add_byte(what);
    } else if (what == '\n' || what == '\r') {
      control("par", 0, false);
    }
  }

  static unsigned hex(char digit) {
    if (is_digit(digit)) return static_cast<unsigned>(digit - '0');
    const int low = digit | 0x20;
    return low >= 'a' && low <= 'f' ? static_cast<unsigned>(low - 'a' + 10) : 0;
  }

  void control(std::string_view word, long value, bool has_value) {
    RtfGroup& group = groups_.back();
    if (word == "u") return add_unicode(value);
    settle();
    if (std::ranges::find(kNoText, word) != kNoText.end()) {
      group.skipped = true;
    } else if (word == "colortbl" || word == "fonttbl") {
      if (!group.skipped) (word == "fonttbl" ? group.fonts : group.colours) = true;
      group.skipped = true;
    } else if (group.colours && (word == "red" || word == "green" || word == "blue")) {
      colour_[word == "red" ? 0 : word == "green" ? 1 : 2] = value;
      colour_is_set_ = true;
    } else if (const auto family = std::ranges::find(kFamilies, word, &std::pair<std::string_view, long>::first);
               family != kFamilies.end()) {
      if (!group.skipped && family_ == 0) family_ = family->second;
    } else if (word == "f" || word == "deff" || word == "fcharset" || word == "cpg" || word == "ansicpg") {
      charset(word, value, group);
    } else if (word == "bin") {
      left_.remove_prefix(std::min(left_.size(), static_cast<std::size_t>(std::max(value, 0L))));
    } else if (word == "uc") {
      group.unicode_bytes = static_cast<int>(std::clamp(value, 0L, 16L));
    } else if (word == "deleted") {
      group.deleted = !has_value || value != 0;
    } else if (!group.skipped || group.shape) {
      if (!aside(word, group) && !group.skipped) shown(word, value, has_value, group);
    }
  }

  // What stands in the text, or forms it.
  void shown(std::string_view word, long value, bool has_value, RtfGroup& group) {
    if (word == "par" || word == "sect") {
      group.in_table ? text_.end_line() : text_.end_paragraph();
    } else if (word == "row" || word == "nestrow" || word == "page" || word == "line") {
      text_.end_line();
    } else if (word == "tab" || word == "cell" || word == "nestcell") {
      text_.add_tab();
    }
    table(word, value, group);
    look(word, value, has_value, group);
    letter(word);
  }

  // Notes, the text of shapes, and what is shown of another program's object.
  bool aside(std::string_view word, RtfGroup& group) {
    if (word == "footnote" && !group.skipped) {
      if (!in_body_) {
        text_.end_paragraph();
        return true;
      }
      notes_.push_back({left_, group});
      if (!group.deleted) text_.add_note_reference(look_of(group).shown());
      group.skipped = true;
    } else if ((word == "shpinst" || word == "do" || word == "object") && !group.skipped) {
      group.shape = group.skipped = true;
    } else if (word == "sp" && group.shape) {
      group.shape = false;  // a property of it
    } else if ((word == "shptxt" || word == "dptxbxtext" || word == "result") && group.shape) {
      RtfGroup box = group;
      box.shape = box.skipped = box.in_table = false;
      box.look = {};
      box.in_box = true;
      group.shape = false;
      if (in_body_) {
        boxes_.push_back({left_, box});
      } else {
        text_.end_paragraph();
        group = box;
      }
    } else {
      return false;
    }
    return true;
  }

  void charset(std::string_view word, long value, RtfGroup& group) {
    if (group.skipped && !group.fonts) return;
    if (word == "ansicpg") {
      if (page_ == 0) page_ = value;
    } else if (word == "deff") {
      own_font_ = value;
    } else if (word == "f" && group.fonts) {
      named_font_ = value;
    } else if (word == "f") {
      group.font = value;
    } else if (group.fonts) {
      fonts_[named_font_] = word == "cpg" ? value : rtf_code_page(value);
    }
  }

  const CodePage& page() {
    const auto font = fonts_.find(groups_.back().font < 0 ? own_font_ : groups_.back().font);
    const long own = page_ == 0 ? family_ : page_;
    long number = font == fonts_.end() || font->second == 0 ? own : font->second;
    if (pages_.size() >= kMostPages && !pages_.contains(number)) number = own;
    return pages_.try_emplace(number, number == 0 ? 1252 : number).first->second;
  }

  // The grounds of cells are told once a row, for those that follow, too.
  void table(std::string_view word, long value, RtfGroup& group) {
    if (word == "trowd") row_ = {};
    if (word == "trcbpat") row_.shaded = is_ground(value);
    if (word == "clcbpat") row_.next_is_shaded = is_ground(value);
    if (word == "cellx") row_.cells.push_back(std::exchange(row_.next_is_shaded, false));
    if (word == "cell") ++row_.at;
    if (word == "row") {
      row_.at = 0;
      behind_row_ = true;
    }
    if (word == "intbl" || word == "pard") group.in_table = word == "intbl";
  }

  void look(std::string_view word, long value, bool has_value, RtfGroup& group) const {
    Look& look = group.look;
    if (word == "plain") {
      look = {};
      group.grounds &= kOfParagraph;
      group.font = -1;
    }
    if (word == "pard") group.grounds &= ~kOfParagraph;
    if (word == "v") look.hidden = !has_value || value != 0;
    if (word == "fs") look.tiny = value <= kTinyHalfPoints;
    if (word == "cf") look.white = kind_of(value) == ColourKind::kWhite;
    const auto ground = std::ranges::find(kGrounds, word);
    if (ground == kGrounds.end()) return;
    const unsigned bit = 1U << static_cast<unsigned>(ground - kGrounds.begin());
    group.grounds = is_ground(value) ? group.grounds | bit : group.grounds & ~bit;
  }

  Look look_of(const RtfGroup& group) const {
    Look look = group.look;
    const bool cell = row_.shaded || (row_.at < row_.cells.size() && row_.cells[row_.at]);
    look.shaded = group.grounds != 0 || group.in_box || (group.in_table && cell);
    return look;
  }

  void letter(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kLetters{{{"emdash", "\u2014"},
                                                                                     {"endash", "\u2013"},
                                                                                     {"lquote", "\u2018"},
                                                                                     {"rquote", "\u2019"},
                                                                                     {"ldblquote", "\u201C"},
                                                                                     {"rdblquote", "\u201D"},
                                                                                     {"bullet", "\u2022"},
                                                                                     {"emspace", " "},
                                                                                     {"enspace", " "}}};
    for (const auto& [name, text] : kLetters)
      if (word == name) add_text(text);
  }

  void add_byte(char byte) {
    if (pending_skips_ > 0) {
      --pending_skips_;
      return;
    }
    if (groups_.back().colours && byte == ';') return end_colour();
    if (surrogate_ != 0) settle();
    bytes_ += byte;
  }

  void end_colour() {
    const bool white =
        is_white(fmt::format("#{:02X}{:02X}{:02X}", clamp(colour_[0]), clamp(colour_[1]), clamp(colour_[2])));
    colours_.push_back(!colour_is_set_ ? ColourKind::kAuto : white ? ColourKind::kWhite : ColourKind::kOther);
    colour_ = {};
    colour_is_set_ = false;
  }
  // Of a number that no table names as of the first colour, which is that of letters or paper.
  ColourKind kind_of(long number) const {
    const auto at = static_cast<std::size_t>(number);
    return number >= 0 && at < colours_.size() ? colours_[at] : ColourKind::kAuto;
  }
  bool is_ground(long number) const { return kind_of(number) == ColourKind::kOther; }
  static long clamp(long value) { return std::clamp(value, 0L, 255L); }

  // A UTF-16 unit as a signed number; so many bytes behind it stand for it elsewhere.
  void add_unicode(long value) {
    settle_bytes();
    const auto unit = static_cast<std::uint16_t>(value);
    if (surrogate_ != 0 && U16_IS_TRAIL(unit)) {
      std::string letter;
      icu::UnicodeString(static_cast<UChar32>(U16_GET_SUPPLEMENTARY(surrogate_, unit))).toUTF8String(letter);
      surrogate_ = 0;
      add_text(letter);
    } else if (U16_IS_LEAD(unit)) {
      surrogate_ = unit;
    } else if (!U16_IS_SURROGATE(unit) && unit != 0) {
      std::string letter;
      icu::UnicodeString(static_cast<UChar32>(unit)).toUTF8String(letter);
      add_text(letter);
    }
    pending_skips_ = groups_.back().unicode_bytes;
  }

  void add_text(std::string_view text) {
    settle_bytes();
    const RtfGroup& group = groups_.back();
    if (group.skipped) return;
    if (group.deleted) {
      deleted_ = true;
      return;
    }
    if (!group.in_table && std::exchange(behind_row_, false)) text_.end_paragraph();
    text_.add(text, look_of(group).shown());
  }

  void settle_bytes() {
    if (bytes_.empty()) return;
    const std::string bytes = std::exchange(bytes_, {});
    if (!groups_.back().skipped) add_text(page().convert(bytes));
  }
  // What waits for more of it comes to its end.
  void settle() {
    settle_bytes();
    surrogate_ = 0;
    pending_skips_ = 0;
  }

  // Of a table.
  struct Row {
    std::vector<bool> cells;  // whether shaded
    bool next_is_shaded = false;
    bool shaded = false;
    std::size_t at = 0;  // the cell that is being read
  };

  std::string_view left_;
  const Limits& limits_;
  bool in_body_ = true;
  std::vector<RtfAside> boxes_;  // of text, in shapes
  std::vector<RtfAside> notes_;
  ShownText text_;
  std::vector<RtfGroup> groups_;
  std::string bytes_;            // of a code page, of the group that is open
  std::uint16_t surrogate_ = 0;  // the first half of a character
  int pending_skips_ = 0;
  long page_ = 0;    // the document's own; 0: not named
  long family_ = 0;  // of such programs as wrote it
  long own_font_ = 0;
  long named_font_ = 0;             // in the table of fonts
  std::map<long, long> fonts_;      // and their code pages
  std::map<long, CodePage> pages_;  // those in use
  std::array<long, 3> colour_{};
  bool colour_is_set_ = false;
  std::vector<ColourKind> colours_;
  Row row_;
  bool behind_row_ = false;  // with nothing between
  bool deleted_ = false;
};

}  // namespace

Result<Extracted> extract_rtf(std::string_view bytes, const Limits& limits) {
  if (!bytes.starts_with(kRtfBegin)) return not_extracted("it is no RTF, whatever its name says");
  RtfReader reader(bytes, limits);
  TEXTKIN_RETURN_IF_ERROR(reader.read());
  return std::move(reader).finish();
}

}  // namespace textkin::extract
