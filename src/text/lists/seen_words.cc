#include "text/lists/seen_words.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "text/quotations/reference_characters.h"
#include "text/unicode/utf8.h"
#include "textkin/word_weight.h"

namespace textkin::text {
namespace {

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

class Eye {
 public:
  Eye(std::string_view text, std::size_t byte, std::uint32_t begin, std::uint32_t end,
      std::span<const LocatedWord> words)
      : text_(text), byte_(byte), place_(begin) {
    seen_.reserve(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      go_to(words[i].begin);
      const std::size_t first = byte_;
      go_to(words[i].end);
      Seen word = look_at(text_.substr(first, byte_ - first));
      word.weight = weight_of(words[i].hash);
      word.cited = word.year && is_cited(i);
      look_behind(i + 1 < words.size() ? words[i + 1].begin : end, word);
      seen_.push_back(word);
    }
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      Seen& word = seen_[i];
      word.source = source_at(i);
      word.cited = word.cited || word.source == Source::kYearInProse;
      word.sentence_end = word.sentence_end && i + 1 < seen_.size() && seen_[i + 1].upper;
    }
  }

  std::vector<Seen> take() { return std::move(seen_); }

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
    out.upper = reference::is_capital(letter);
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
    bool stop = false;
    bool closed = false;
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
      stop = c == '.' || c == '!' || c == '?';
      closed = closed || c == ')' || c == ']';
      meet_in_brackets(c);
    }
    const bool of_word = within && signs == 1 && (last == '-' || last == '\'' || last == 0x2019 || last == 0x2010);
    word.spaces = signs == 0;
    word.bracket = signs == 1 && (last == ')' || last == ']');
    word.joint = word.digit || (signs > 0 && !of_word);
    word.line_end = lines > 0;
    word.paragraph_end = lines > 1;
    word.sentence_end = stop && (closed || (word.long_word && !word.year));
  }

  // Brackets, and what stands between semicolons there, begin a place for a name and a year.
  void meet_in_brackets(char32_t c) {
    if (c == '(' || c == '[' || (c == ';' && cited_from_ > 0))
      cited_from_ = seen_.size() + 2;
    else if (c == ')' || c == ']' || c == ':')
      cited_from_ = 0;
  }

  // "(Brown, 2004", "(Lee et al., 2015": not "(2004", nor "(Oxford: Oxford University Press, 2004".
  bool is_cited(std::size_t i) const {
    constexpr std::size_t kMostOfName = 3;
    if (cited_from_ == 0 || i < cited_from_ || i - (cited_from_ - 1) > kMostOfName) return false;
    return std::any_of(seen_.begin() + static_cast<std::ptrdiff_t>(cited_from_ - 1), seen_.end(),
                       [](const Seen& word) { return word.upper; });
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
  std::size_t cited_from_ = 0;  // one more than the word that a name may begin with; 0: none
  std::vector<Seen> seen_;
};

}  // namespace

std::vector<Seen> see_words(std::string_view text, std::size_t byte, std::uint32_t begin, std::uint32_t end,
                            std::span<const LocatedWord> words) {
  return Eye(text, byte, begin, end, words).take();
}

}  // namespace textkin::text
