#include "text/quotations/quotations.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "text/places/paragraph_ends.h"
#include "text/quotations/reference_near.h"
#include "text/unicode/char_class.h"
#include "text/unicode/utf8.h"
#include "text/unicode/word_scan.h"
#include "unicode/uchar.h"

namespace textkin::text {
namespace {

constexpr std::uint32_t kLeastWords = 5;
constexpr std::uint32_t kLeastCharacters = 10;
constexpr std::size_t kMostOfSource = 200;  // bytes of a line
constexpr std::uint32_t kApostrophe = 0x2019;

struct Marks {
  std::uint32_t open;
  std::uint32_t close;
  std::uint32_t other_close = 0;  // 0: none
  bool twice = false;             // `open` and `close` stand twice
};

constexpr std::uint32_t kLow = 0x201E;   // „
constexpr std::uint32_t kHigh = 0x201C;  // “
constexpr std::uint32_t kHighClosing = 0x201D;
constexpr std::uint32_t kGershayim = 0x5F4;
constexpr std::uint32_t kLatex = '`';    // `` and ''
constexpr std::uint32_t kCommas = ',';   // ,, and '' or "
constexpr std::uint32_t kAngles = '<';   // << and >>
constexpr std::uint32_t kSingle = '\'';  // an apostrophe, too; and twice

constexpr Marks kMarks[] = {{0xAB, 0xBB},
                            {0xBB, 0xAB, 0xBB},
                            {kLow, kHigh, kHighClosing},
                            {kHigh, kHighClosing},
                            {kHighClosing, kHighClosing, kHigh},
                            {0x2039, 0x203A},
                            {0x203A, 0x2039, 0x203A},
                            {0x201A, 0x2018, kApostrophe},
                            {0x2018, kApostrophe},
                            {0x300C, 0x300D},
                            {0x300E, 0x300F},
                            {0xFF62, 0xFF63},
                            {0x301D, 0x301E, 0x301F},
                            {0xFD3E, 0xFD3F},  // of the Quran, as Arabic and as older programs have it
                            {0xFD3F, 0xFD3E},
                            {'"', '"'},
                            {0xFF02, 0xFF02},
                            {kGershayim, kGershayim},
                            {kLatex, kSingle, 0, true},
                            {kCommas, kSingle, '"', true},
                            {kAngles, '>', 0, true},
                            {kSingle, kSingle, 0, true},
                            {kSingle, kSingle}};

// Quotations only where they say where they are from: apostrophes, and signs of programs.
bool are_more_than_marks(const Marks& marks) { return marks.open == kSingle || marks.open == kAngles; }

// Those that begin with `c`, before `behind`.
const Marks* marks_of(std::uint32_t c, std::string_view behind) {
  if (c < 0x80 && c != '"' && c != kLatex && c != kCommas && c != kAngles && c != kSingle) return nullptr;
  for (const Marks& marks : kMarks)
    if (marks.open == c && (!marks.twice || behind.starts_with(static_cast<char>(c)))) return &marks;
  return nullptr;
}

// A place in a text, by bytes and by code points, and what stands around it.
class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text), flags_(char_flags()) { look(); }

  bool done() const { return at_ >= text_.size(); }
  std::uint32_t value() const { return now_.value; }
  std::uint32_t place() const { return place_; }
  std::size_t byte() const { return at_; }
  bool word_before() const { return (flags_[before_] & kWordChar) != 0; }
  bool space_before() const { return place_ == 0 || (flags_[before_] & kSpaceChar) != 0; }
  bool word_behind() const { return (flags_[behind()] & kWordChar) != 0; }
  std::uint32_t before() const { return before_; }  // a space at the beginning, and at the end
  std::uint32_t behind() const {
    const std::string_view rest = text_behind();
    return rest.empty() ? ' ' : decode(rest.data(), rest.data() + rest.size()).value;
  }
  std::string_view text_behind() const { return text_.substr(at_ + now_.length); }

  void step() {
    before_ = now_.value;
    at_ += now_.length;
    ++place_;
    look();
  }

  // On, from behind the first character, to what may be a mark or end a line: all else of ASCII is neither, and is most
  // of most texts.
  void skip_plain() {
    if (quote_ < at_) quote_ = std::min(text_.find('"', at_), text_.size());
    if (latex_ < at_) latex_ = std::min(text_.find("``", at_), text_.size());
    if (angles_ < at_) angles_ = std::min(text_.find("<<", at_), text_.size());
    if (commas_ < at_) commas_ = std::min(text_.find(",,", at_), text_.size());
    if (single_ < at_) single_ = next_single();
    if (line_end_ < at_) line_end_ = std::min(text_.find('\n', at_), text_.size());
    if (high_ < at_) high_ = at_ + ascii_prefix(text_.data() + at_, text_.size() - at_);
    const std::size_t to = std::min({quote_, latex_, angles_, commas_, single_, line_end_, high_});
    if (to == at_) return;
    before_ = static_cast<unsigned char>(text_[to - 1]);
    place_ += static_cast<std::uint32_t>(to - at_);
    at_ = to;
    look();
  }

 private:
  // The next straight single mark that is not behind a letter of ASCII, where it would be an apostrophe.
  std::size_t next_single() const {
    std::size_t at = text_.find('\'', at_);
    const auto is_behind_letter = [this](std::size_t i) {
      const auto before = static_cast<unsigned char>(text_[i - 1]);
      return before < 0x80 && (flags_[before] & kWordChar) != 0;
    };
    while (at != text_.npos && at > 0 && is_behind_letter(at)) at = text_.find('\'', at + 1);
    return std::min(at, text_.size());
  }

  void look() {
    if (!done()) now_ = decode(text_.data() + at_, text_.data() + text_.size());
  }

  std::string_view text_;
  const std::uint8_t* flags_;
  CodePoint now_{0, 0};
  std::uint32_t before_ = ' ';
  std::size_t at_ = 0;
  std::uint32_t place_ = 0;
  // The next of each, where they are not before at_.
  std::size_t quote_ = 0;
  std::size_t latex_ = 0;
  std::size_t angles_ = 0;
  std::size_t commas_ = 0;
  std::size_t single_ = 0;
  std::size_t line_end_ = 0;
  std::size_t high_ = 0;
};

bool is_of(std::uint32_t c, std::uint32_t categories) {
  return (U_MASK(u_charType(static_cast<UChar32>(c))) & categories) != 0;
}

// "[T]he", "... and", "(1) The", "¿Qué": what a quotation may begin with that is no word. Not what stands behind a mark
// that closes, which some languages and people write with a space before it.
bool begins_quotation(const Walk& at) {
  const std::uint32_t c = at.behind();
  if (c == '.') return at.text_behind().starts_with("..") || at.text_behind().starts_with(". .");
  constexpr std::u32string_view kBehindClosing = U",;:!?，。；：！？、．†‡¹²³\\";
  return c != at.value() && kBehindClosing.find(static_cast<char32_t>(c)) == kBehindClosing.npos &&
         !is_of(c, U_GC_PE_MASK | U_GC_Z_MASK | U_GC_CC_MASK);
}

// What stands before a mark that opens and not before one that closes.
bool may_stand_before(const Walk& at) {
  constexpr std::u32string_view kBefore = U":*_：，、";
  return at.space_before() || kBefore.find(static_cast<char32_t>(at.before())) != kBefore.npos ||
         is_of(at.before(), U_GC_PS_MASK | U_GC_PI_MASK | U_GC_PD_MASK);
}

// « and » each open in some languages and close in others; so do the marks that are one character for both.
bool may_close_too(const Marks& marks) {
  return marks.open == marks.close || marks.open == 0xBB || marks.open == 0x203A;
}

bool is_hebrew(std::uint32_t c) { return c >= 0x5D0 && c <= 0x5EA; }

// 'tis, 'em: words that an apostrophe begins.
bool begins_elision(std::string_view behind) {
  const std::size_t end = std::min(behind.find_first_of(" ,.;:!?'\n"), behind.size());
  std::string word(behind.substr(0, std::min<std::size_t>(end, 6)));
  for (char& c : word) c = base::to_lower(c);
  constexpr std::string_view kWords[] = {"tis", "twas", "em", "til", "cause", "cos", "bout", "n"};
  return std::ranges::find(kWords, word) != std::end(kWords);
}

// What may follow << in a sentence, and not in a program or a PDF: << 24, << /Type, << $a.
bool is_of_sentence(char c) {
  constexpr std::string_view kOther = "/\\%$&|<>=#@{}*+;";
  return !base::is_digit(c) && kOther.find(c) == kOther.npos;
}

// Two of a mark, and no three.
bool opens_twice(const Walk& at, const Marks& marks) {
  const std::string_view behind = at.text_behind().substr(1);
  if (behind.empty() || at.before() == marks.open || behind[0] == static_cast<char>(marks.open)) return false;
  if (marks.open == kLatex) return true;
  if (marks.open != kAngles) return may_stand_before(at) && !base::is_space(behind[0]);
  const std::size_t first = behind.find_first_not_of(' ');
  return may_stand_before(at) && first != behind.npos && first <= 1 && is_of_sentence(behind[first]);
}

bool opens(const Walk& at, const Marks& marks) {
  if (marks.twice) return opens_twice(at, marks);
  if (marks.open == kSingle)
    return may_stand_before(at) && at.before() != kSingle && at.word_behind() &&
           !base::is_digit(static_cast<char>(at.behind() & 0x7F)) && !begins_elision(at.text_behind());
  if (!may_close_too(marks)) return true;
  return !at.word_before() && (at.word_behind() || (begins_quotation(at) && may_stand_before(at)));
}

// Whether a mark that opens elsewhere closes here: what is before it belongs to it, what is behind it does not.
bool looks_closing(const Walk& at) {
  return !at.space_before() && !at.word_behind() && !is_of(at.before(), U_GC_PS_MASK | U_GC_PI_MASK);
}

// "the students' work": not where a mark closes, if the mark is an apostrophe as well.
bool is_of_many(const Walk& at) {
  const std::string_view behind = at.text_behind();
  return at.before() == 's' && behind.size() > 1 && behind[0] == ' ' && behind[1] >= 'a' && behind[1] <= 'z';
}

// Where '' opens it closes behind a word or its full stop alone; a shift of a program closes nothing, >>= 8.
bool closes_twice(const Walk& at, const Marks& marks) {
  if (!at.text_behind().starts_with(static_cast<char>(marks.close))) return false;
  Walk second = at;
  second.step();
  if (marks.open == kSingle) return !at.space_before() && !second.word_behind() && second.behind() != kSingle;
  if (marks.open != kAngles) return true;
  const std::string_view behind = second.text_behind();
  const std::size_t next = std::min(behind.find_first_not_of(' '), behind.size());
  return !second.word_behind() && (next == behind.size() || (behind[next] != '=' && !base::is_digit(behind[next])));
}

bool closes(const Walk& at, const Marks& marks) {
  if (marks.open == kCommas && (at.value() == kHigh || at.value() == kHighClosing)) return true;
  if (at.value() != marks.close && (marks.other_close == 0 || at.value() != marks.other_close)) return false;
  if (marks.twice && at.value() == marks.close) return closes_twice(at, marks);
  if (is_hebrew(at.before()) && is_hebrew(at.behind())) return false;  // of an acronym
  if (at.value() == kSingle) return looks_closing(at) && !is_of_many(at);
  if (at.value() == kApostrophe) return !(at.word_before() && at.word_behind());
  if (at.value() != marks.close && may_close_too(marks)) return looks_closing(at);
  return marks.open != marks.close || !at.space_before();
}

// „…", “…" and "…”: marks of two keyboards. The first that may close `marks` so, and how many of its kind have opened
// and are not closed.
class MixedClose {
 public:
  explicit MixedClose(const Marks& marks)
      : straight_(marks.open == kLow || marks.open == kHigh), high_(marks.open == '"') {}

  void meet(const Walk& at) {
    const std::uint32_t c = at.value();
    if (!(straight_ && c == '"') && !(high_ && (c == kHigh || c == kHighClosing))) return;
    if (!looks_closing(at))
      ++open_;
    else if (open_ > 0)
      --open_;
    else if (!first_)
      first_ = at;
  }

  // Whether the proper mark at `at` belongs to another quotation, behind this one.
  bool is_before(const Walk& at) const { return first_ && (open_ > 0 || !looks_closing(at)); }

  // The place of the mark, and `at` moved behind it; 0: there is none.
  std::uint32_t close(Walk& at) const {
    if (!first_) return 0;
    at = *first_;
    at.step();
    return first_->place();
  }

 private:
  bool straight_;
  bool high_;
  int open_ = 0;
  std::optional<Walk> first_;
};

// Moves `at`, which stands on an opening mark, behind the closing one and returns that one's place; 0 where there is
// none: then `at` is where that was clear, and no such mark before it is closed either.
std::uint32_t close_of(Walk& at, const Marks& marks) {
  at.step();
  if (marks.twice) at.step();
  ParagraphEnds paragraph;
  MixedClose mixed(marks);
  bool low = false;
  for (; !at.done(); at.step()) {
    const bool line_start = paragraph.in_blank_line();
    if (paragraph.meet(at.value())) break;
    low = low || at.value() == kLow;
    const bool of_low = low && at.value() == marks.other_close && may_close_too(marks);  // ”... „...“ ...”
    if (!of_low && closes(at, marks)) {
      if (mixed.is_before(at)) break;
      const std::uint32_t place = at.place();
      const bool two = marks.twice && at.value() == marks.close;
      at.step();
      if (two) at.step();
      return place;
    }
    mixed.meet(at);
    // Laws that are quoted have a mark at each of their paragraphs: "(1) ... "(2) ...".
    const bool goes_on = line_start && may_close_too(marks) && !at.word_behind();
    if (at.value() == marks.open && marks_of(at.value(), at.text_behind()) == &marks && opens(at, marks) && !goes_on)
      break;
  }
  return mixed.close(at);
}

// The place behind the line of a block quote that `at`, at the start of a line, stands on, and `at` moved there; 0
// where the line is none.
std::uint32_t quoted_line(Walk& at) {
  Walk look = at;
  for (int spaces = 0; spaces < 3 && !look.done() && look.value() == ' '; ++spaces) look.step();
  int marks = 0;
  for (; !look.done() && look.value() == '>'; look.step()) ++marks;
  if (marks == 0 || marks >= 3) return 0;
  while (!look.done() && look.value() != '\n') look.step();
  if (!look.done()) look.step();
  at = look;
  return at.place();
}

// The words in characters [begin, end), if they are enough to be a quotation.
WordRange quoted_words(std::span<const LocatedWord> words, std::uint32_t begin, std::uint32_t end) {
  const WordRange range = words_between(words, begin, end);
  if (range.words < kLeastWords) return {};
  std::uint32_t characters = 0;
  for (const LocatedWord& word : words.subspan(range.first, range.words)) characters += word.end - word.begin;
  return characters >= kLeastCharacters ? range : WordRange{};
}

// A block quote in these bytes says it before, behind, in its last line if that is short, or at its end.
bool block_has_reference(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view block = text.substr(begin, end - begin);
  const std::size_t line = block.find_last_not_of(" \n\r\t");
  const std::size_t last = line == std::string_view::npos ? line : block.rfind('\n', line);
  const bool has_more = last != std::string_view::npos && last > 0;
  const std::size_t before_last = has_more ? block.rfind('\n', last - 1) + 1 : 0;
  const bool short_last = last != std::string_view::npos && line - last <= kMostOfSource &&
                          !(is_item(block.substr(last + 1)) && is_item(block.substr(before_last, last - before_last)));
  const std::string_view said = short_last ? block.substr(last + 1) : std::string_view();
  if (end > begin && text[end - 1] == '\n') --end;  // what is behind begins there, and may be an empty line
  return reference_near(text.substr(0, begin), text.substr(end)) != Reference::kNone ||
         reference_near({}, said) != Reference::kNone || ends_with_reference(block);
}

}  // namespace

void find_quotations(std::string_view text, std::span<const LocatedWord> words, std::vector<Quotation>& out) {
  out.clear();
  bool line_start = true;
  std::array<std::uint32_t, std::size(kMarks)> unclosed{};  // the places up to which marks of each kind are not closed
  for (Walk at(text); !at.done();) {
    if (line_start) {
      const std::uint32_t begin = at.place();
      const std::size_t first = at.byte();
      std::uint32_t end = 0;
      for (std::uint32_t behind = 0; !at.done() && (behind = quoted_line(at)) != 0;) end = behind;
      if (end != 0) {
        const WordRange range = quoted_words(words, begin, end);
        if (range.words > 0) out.push_back({range, block_has_reference(text, first, at.byte())});
        continue;
      }
    }
    line_start = at.value() == '\n';
    const Marks* marks = marks_of(at.value(), at.text_behind());
    if (marks != nullptr && at.place() >= unclosed[static_cast<std::size_t>(marks - kMarks)] && opens(at, *marks)) {
      Walk closing = at;
      const std::uint32_t end = close_of(closing, *marks);
      if (end == 0) unclosed[static_cast<std::size_t>(marks - kMarks)] = closing.place();
      const WordRange range = end == 0 ? WordRange{} : quoted_words(words, at.place(), end);
      const Reference reference =
          range.words == 0 ? Reference::kNone : reference_near(text.substr(0, at.byte()), text.substr(closing.byte()));
      if (end != 0 && (reference != Reference::kNone || !are_more_than_marks(*marks))) {
        if (range.words > 0) out.push_back({range, reference != Reference::kNone, reference == Reference::kSaid});
        at = closing;
        line_start = false;
        continue;
      }
    }
    at.step();
    if (!line_start) at.skip_plain();
  }
}

}  // namespace textkin::text
