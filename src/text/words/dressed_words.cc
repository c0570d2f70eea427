#include "text/words/dressed_words.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "text/unicode/formulas.h"
#include "text/unicode/utf8.h"
#include "unicode/uchar.h"

namespace textkin::text {
namespace {

constexpr std::uint32_t kFewDressed = 3;  // letters, but beside plain ones
constexpr std::size_t kFewDotless = 3;    // different words
constexpr std::string_view kDotlessBytes = "\xC4\xB1";

// Bytes of words that are asked for in order.
class ByteCursor {
 public:
  explicit ByteCursor(std::string_view text) : text_(text) {}

  std::size_t at(std::uint32_t place) {
    for (; place_ < place && byte_ < text_.size(); ++place_)
      byte_ += decode(text_.data() + byte_, text_.data() + text_.size()).length;
    return byte_;
  }
  std::size_t begin_of(const LocatedWord& word) { return at(word.begin); }

 private:
  std::string_view text_;
  std::size_t byte_ = 0;
  std::uint32_t place_ = 0;
};

// Whether a dotless i of text[begin, end) bears no accent, beside it or combined with it.
bool has_bare_dotless(std::string_view text, std::size_t begin, std::size_t end) {
  constexpr std::array<std::string_view, 6> kAccents = {"\xC2\xB4", "`", "\xC2\xA8", "\xCB\x86", "\xCB\x9C", "^"};
  constexpr std::array<std::string_view, 7> kCombined = {"\xCC\x80", "\xCC\x81", "\xCC\x82", "\xCC\x83",
                                                         "\xCC\x84", "\xCC\x88", "\xCC\x8C"};
  for (std::size_t at = begin; (at = text.find(kDotlessBytes, at)) < end; at += kDotlessBytes.size()) {
    const std::string_view before = text.substr(0, at);
    const std::string_view behind = text.substr(at + kDotlessBytes.size());
    const auto stands_by = [&](std::string_view accent) {
      return before.ends_with(accent) || behind.starts_with(accent);
    };
    const auto is_behind = [&](std::string_view mark) { return behind.starts_with(mark); };
    if (std::ranges::none_of(kAccents, stands_by) && std::ranges::none_of(kCombined, is_behind)) return true;
  }
  return false;
}

// Of text[begin, end) the stretches of styled letters.
template <typename Take>
void styled_runs(std::string_view text, std::size_t begin, std::size_t end, const Take& take) {
  std::size_t open = begin;
  for (std::size_t at = begin; at < end;) {
    const CodePoint c = decode(text.data() + at, text.data() + end);
    if (!is_styled_letter(c.value)) {
      if (at > open) take(text.substr(open, at - open));
      open = at + c.length;
    }
    at += c.length;
  }
  if (end > open) take(text.substr(open, end - open));
}

// Whether text[begin, end) has such a digit or letter, or touches one.
bool has_raised_or_lowered(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin > 0) begin = code_point_start(text, begin - 1);
  for (bool behind = false; begin < text.size() && !behind;) {
    behind = begin >= end;
    const CodePoint c = decode(text.data() + begin, text.data() + text.size());
    if (is_raised_or_lowered(c.value)) return true;
    begin += c.length;
  }
  return false;
}

}  // namespace

void DressedWords::clear() { *this = DressedWords(); }

void DressedWords::meet(const Dress& dress, std::size_t number) {
  if (dress.styled > 0) styled_.push_back({number, dress});
  if (dress.wide > 0 && (dress.plain || dress.wide >= kFewDressed)) wide_.push_back(number);
  if (dress.dotless) dotless_.push_back(number);
}

void DressedWords::flag(std::string_view text, std::size_t solo, std::vector<LocatedWord>& words) const {
  if (solo < words.size() / 10 + 1)
    for (const std::size_t number : wide_) words[number].look_alike = true;
  if (!turkic_ && !dotless_.empty()) flag_dotless(text, words);
  if (!styled_.empty()) flag_styled(text, words);
}

void DressedWords::flag_dotless(std::string_view text, std::vector<LocatedWord>& words) const {
  const auto begins_small = [&](std::size_t byte) {
    const auto c = static_cast<UChar32>(decode(text.data() + byte, text.data() + text.size()).value);
    return !u_isupper(c) && !u_istitle(c);
  };
  std::vector<std::size_t> bare;
  std::size_t small_words = 0;
  std::unordered_map<std::uint64_t, bool> small;  // by hash, whether one begins small
  ByteCursor cursor(text);
  for (const std::size_t number : dotless_) {
    const std::size_t begin = cursor.begin_of(words[number]);
    if (!has_bare_dotless(text, begin, cursor.at(words[number].end))) continue;
    bare.push_back(number);
    const bool is_small = begins_small(begin);
    small_words += is_small;
    small[words[number].hash] |= is_small;
  }
  std::unordered_set<std::uint64_t> dotted;  // of them, those that stand there with an i too
  ByteCursor other(text);
  auto next = dotless_.begin();
  for (std::size_t number = 0; number < words.size() && !small.empty(); ++number) {
    if (next != dotless_.end() && *next == number)
      ++next;
    else if (small.contains(words[number].hash) && begins_small(other.begin_of(words[number])))
      dotted.insert(words[number].hash);
  }
  const auto begun_small =
      static_cast<std::size_t>(std::ranges::count_if(small, [](const auto& x) { return x.second; }));
  if (begun_small + dotted.size() < kFewDotless && small_words < words.size() / 10 + 1) return;
  for (const std::size_t number : bare) words[number].look_alike = true;
}

void DressedWords::flag_styled(std::string_view text, std::vector<LocatedWord>& words) const {
  std::unordered_set<std::string_view> of_formulas;  // stretches of styled letters
  struct Open {
    std::size_t number, begin, end;
  };
  std::vector<Open> open;
  ByteCursor cursor(text);
  for (const auto& [number, dress] : styled_) {
    const std::size_t begin = cursor.begin_of(words[number]);
    const std::size_t end = cursor.at(words[number].end);
    if (in_formula(text, begin, end) || (!dress.plain && has_raised_or_lowered(text, begin, end)))
      styled_runs(text, begin, end, [&](std::string_view run) { of_formulas.insert(run); });
    else if (dress.plain)
      words[number].look_alike = true;
    else if (dress.styled >= kFewDressed)
      open.push_back({number, begin, end});
  }
  for (const auto& [number, begin, end] : open)
    styled_runs(text, begin, end, [&, word = number](std::string_view run) {
      if (!of_formulas.contains(run)) words[word].look_alike = true;
    });
}

}  // namespace textkin::text
