#include "extract/rtf.h"

#include <fmt/format.h>
#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "extract/look.h"
#include "extract/shown_text.h"

namespace textkin::extract {
namespace {

constexpr std::string_view kRtfBegin = "{\\rtf";
constexpr int kTinyHalfPoints = 4;

// Groups of these hold no text of the body.
constexpr auto kNoText = std::to_array<std::string_view>({"annotation",
                                                          "atnauthor",
                                                          "atndate",
                                                          "atnid",
                                                          "colorschememapping",
                                                          "datastore",
                                                          "factoidname",
                                                          "fldinst",
                                                          "fonttbl",
                                                          "footer",
                                                          "footerf",
                                                          "footerl",
                                                          "footerr",
                                                          "ftncn",
                                                          "ftnsep",
                                                          "ftnsepc",
                                                          "aftncn",
                                                          "aftnsep",
                                                          "aftnsepc",
                                                          "header",
                                                          "headerf",
                                                          "headerl",
                                                          "headerr",
                                                          "info",
                                                          "latentstyles",
                                                          "listoverridetable",
                                                          "listtable",
                                                          "object",
                                                          "objdata",
                                                          "pict",
                                                          "pntext",
                                                          "revtbl",
                                                          "rsidtbl",
                                                          "stylesheet",
                                                          "tc",
                                                          "template",
                                                          "themedata",
                                                          "xe",
                                                          "xmlnstbl",
                                                          "generator"});

struct RtfGroup {
  bool skipped = false;
  bool colours = false;  // the table of colours
  bool deleted = false;  // by a tracked change
  Look look;
  int unicode_bytes = 1;  // that stand for a character after \u, for programs that know none
};

class CodePage {
 public:
  explicit CodePage(long number) : handle_(open(number)) {}
  std::string convert(std::string_view bytes) const {
    std::vector<UChar> units(2 * bytes.size() + 2);
    UErrorCode error = U_ZERO_ERROR;
    const std::int32_t size = ucnv_toUChars(handle_.get(), units.data(), static_cast<std::int32_t>(units.size()),
                                            bytes.data(), static_cast<std::int32_t>(bytes.size()), &error);
    std::string out;
    if (U_SUCCESS(error)) icu::UnicodeString(units.data(), size).toUTF8String(out);
    return out;
  }

 private:
  struct Close {
    void operator()(UConverter* converter) const { ucnv_close(converter); }
  };
  static UConverter* open(long number) {
    const std::string name = number == 10000
                                 ? "macintosh"
                                 : fmt::format("{}-{}", number >= 1250 && number <= 1258 ? "windows" : "ibm", number);
    for (const std::string& one : {name, std::string("windows-1252")}) {
      UErrorCode error = U_ZERO_ERROR;
      UConverter* const made = ucnv_open(one.c_str(), &error);
      if (U_SUCCESS(error)) return made;
    }
    return nullptr;
  }
  std::unique_ptr<UConverter, Close> handle_;
};

class RtfReader {
 public:
  RtfReader(std::string_view bytes, const Limits& limits) : left_(bytes), limits_(limits), page_(1252) {
    groups_.emplace_back();
  }

  Status read() {
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
      } else if (next == '\\') {
        read_control();
      } else if (next != '\r' && next != '\n') {
        add_byte(next);
      }
    }
    settle();
    return {};
  }

  Extracted finish() && {
    std::vector<std::string> notes;
    if (deleted_) notes.emplace_back("tracked changes: what was deleted is left out");
    return std::move(text_).finish(std::move(notes));
  }

 private:
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
      // Who does not know the destination that follows is to leave it out; those that hold text are known.
      const bool is_text = left_.starts_with("\\footnote");
      if (!is_text) groups_.back().skipped = true;
    } else if (what == '~') {
      add_text("\u00A0");
    } else if (what == '_') {
      add_text("\u2011");
    } else if (what == '\\' || what == '{' || what == '}') {
      add_byte(what);
    } else if (what == '\n' || what == '\r') {
      end_paragraph();
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
    } else if (word == "colortbl") {
      group.colours = group.skipped = true;
    } else if (group.colours && (word == "red" || word == "green" || word == "blue")) {
      colour_[word == "red" ? 0 : word == "green" ? 1 : 2] = value;
      colour_is_set_ = true;
    } else if (word == "bin") {
      left_.remove_prefix(std::min(left_.size(), static_cast<std::size_t>(std::max(value, 0L))));
    } else if (word == "ansicpg") {
      if (!std::exchange(page_is_set_, true)) page_ = CodePage(value);
    } else if (word == "uc") {
      group.unicode_bytes = static_cast<int>(std::clamp(value, 0L, 16L));
    } else if (word == "deleted") {
      group.deleted = !has_value || value != 0;
    } else if (word == "par" || word == "sect" || word == "row" || word == "page" || word == "line") {
      end_paragraph();
    } else if (word == "tab" || word == "cell" || word == "nestcell") {
      if (!group.skipped) text_.add_tab();
    } else {
      look(word, value, has_value, group.look);
      letter(word);
    }
  }

  void look(std::string_view word, long value, bool has_value, Look& look) const {
    if (word == "plain") {
      const Look before = std::exchange(look, {});
      look.shaded = before.shaded;
    }
    if (word == "v") look.hidden = !has_value || value != 0;
    if (word == "fs") look.tiny = value <= kTinyHalfPoints;
    if (word == "cf") look.white = std::ranges::find(white_, value) != white_.end();
    if (word == "highlight" || word == "cb" || word == "chcbpat" || word == "clcbpat" || word == "cbpat")
      look.shaded = value != 0 && std::ranges::find(white_, value) == white_.end();
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
    if (colour_is_set_ &&
        is_white(fmt::format("#{:02X}{:02X}{:02X}", clamp(colour_[0]), clamp(colour_[1]), clamp(colour_[2]))))
      white_.push_back(colours_);
    ++colours_;
    colour_ = {};
    colour_is_set_ = false;
  }
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
    text_.add(text, group.look.shown());
  }

  void end_paragraph() {
    settle();
    if (!groups_.back().skipped) text_.end_line();
  }

  void settle_bytes() {
    if (bytes_.empty()) return;
    const std::string bytes = std::exchange(bytes_, {});
    if (!groups_.back().skipped) add_text(page_.convert(bytes));
  }
  // What waits for more of it comes to its end.
  void settle() {
    settle_bytes();
    surrogate_ = 0;
    pending_skips_ = 0;
  }

  std::string_view left_;
  const Limits& limits_;
  CodePage page_;
  bool page_is_set_ = false;
  ShownText text_;
  std::vector<RtfGroup> groups_;
  std::string bytes_;            // of the code page, of the group that is open
  std::uint16_t surrogate_ = 0;  // the first half of a character
  int pending_skips_ = 0;
  std::array<long, 3> colour_{};
  bool colour_is_set_ = false;
  long colours_ = 0;
  std::vector<long> white_;  // numbers of colours
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
