#include "engine/pages/odd_writing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ascii.h"
#include "text/unicode/char_class.h"
#include "text/unicode/utf8.h"

namespace textkin::engine::pages {
namespace {

constexpr std::uint64_t kInARow = 8;
constexpr std::uint64_t kLeastAlone = 40;
constexpr std::uint64_t kLeastSigned = 10;
constexpr std::uint64_t kLeastTurned = 10;
// Of words with what innocent texts have in some: one in so many.
constexpr std::uint64_t kMostInnocent = 3;
// Letters between two spaces on average; more are words with other spaces between, and lines of verse.
constexpr std::uint64_t kLongestParted = 9;

// What turns text, by UAX 9.
constexpr std::uint32_t kLeftToRightEmbedding = 0x202A;
constexpr std::uint32_t kEndOfTurn = 0x202C;
constexpr std::uint32_t kLeftToRightOverride = 0x202D;
constexpr std::uint32_t kRightToLeftOverride = 0x202E;
constexpr std::uint32_t kLeftToRightIsolate = 0x2066;
constexpr std::uint32_t kEndOfIsolate = 0x2069;
constexpr std::size_t kDeepest = 125;

// Of a letter with two bytes of an alphabet with spaces: Latin, Greek, Cyrillic, Armenian.
bool begins_letter(char c) { return static_cast<unsigned char>(c) >= 0xC3 && static_cast<unsigned char>(c) <= 0xD5; }

std::uint64_t letters_of(std::string_view text) {
  std::uint64_t letters = 0;
  for (const char c : text) letters += base::is_letter(c) || begins_letter(c);
  return letters;
}

bool stands_alone(std::string_view token) {
  return (token.size() == 1 && base::is_letter(token[0])) || (token.size() == 2 && begins_letter(token[0]));
}

// Latin, Greek, Cyrillic, Armenian.
constexpr bool is_letter(std::uint32_t c) {
  if (c < 0x80) return base::is_letter(static_cast<char>(c));
  return (c >= 0xC0 && c < 0x590 && c != 0xD7 && c != 0xF7) || (c >= 0x1E00 && c < 0x2000);
}

// Nothing is drawn for it, and it is no white space, nor what begins a terminal's sequence; words go on beside it as
// others.
constexpr bool is_control(std::uint32_t c) {
  if (c < 0x80) return c == 0x7F || (c < 0x20 && c != 0x1B && (c < 0x09 || c > 0x0D));
  const bool is_no_character = (c >= 0xFDD0 && c < 0xFDF0) || (c & 0xFFFE) == 0xFFFE;
  return is_no_character || c == 0xFFFC || c == 0x1D159;
}

// Controls that stand for apostrophes, dashes and letters in many a text whose encoding was mistaken.
constexpr bool is_high_control(std::uint32_t c) { return c >= 0x80 && c < 0xA0 && c != 0x85; }

// White space that separates words and is neither typed nor of the width of what is.
constexpr bool is_odd_space(std::uint32_t c) {
  return (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x2800;
}

// What stands between letters of a token, alone or with others of it or with what does not show.
struct Between {
  bool control = false;
  bool high_control = false;
  bool odd_space = false;
  std::uint64_t letters = 0;  // of the token
};

// The first byte of what may be such.
constexpr bool begins_odd(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 || byte >= 0xEF;
}

Between between_letters(std::string_view token) {
  Between out, run;
  if (token.size() < 3 || std::ranges::none_of(token, begins_odd)) return out;
  const std::uint8_t* const flags = text::char_flags();
  bool behind_letter = false;
  const char* const end = token.data() + token.size();
  for (const char* p = token.data(); p < end;) {
    const text::CodePoint c = text::decode(p, end);
    p += c.length;
    if (is_letter(c.value)) {
      ++out.letters;
      out.control |= behind_letter && run.control;
      out.high_control |= behind_letter && run.high_control;
      out.odd_space |= behind_letter && run.odd_space;
      behind_letter = true;
      run = {};
    } else if (is_control(c.value)) {
      run.control = true;
    } else if (is_high_control(c.value)) {
      run.high_control = true;
    } else if (is_odd_space(c.value)) {
      run.odd_space = true;
    } else if ((flags[c.value] & text::kUnseenChar) == 0) {
      behind_letter = false;
      run = {};
    }
  }
  return out;
}

// Whether a sign stands between two letters of it, and it is no address: nothing but a sentence ends behind its dot.
bool has_sign(std::string_view token) {
  for (std::size_t i = 1; i + 1 < token.size(); ++i) {
    if ((token[i] != '@' && token[i] != '$') || !base::is_letter(token[i - 1]) || !base::is_letter(token[i + 1]))
      continue;
    const std::size_t dot = token.find('.', i);
    return dot == std::string_view::npos || dot + 1 == token.size() || !base::is_letter(token[dot + 1]);
  }
  return false;
}

constexpr bool is_right_to_left(std::uint32_t c) {
  return (c >= 0x590 && c < 0x900) || (c >= 0xFB1D && c < 0xFE00) || (c >= 0xFE70 && c < 0xFF00) ||
         (c >= 0x10800 && c < 0x11000) || (c >= 0x1E800 && c < 0x1F000);
}

// The direction that characters are shown in whatever they are: an override's, within it and to its line's end.
class Overrides {
 public:
  void meet(std::uint32_t c) {
    if (c == '\n' || c == 0x2029) open_.clear();
    const bool begins = (c >= kLeftToRightEmbedding && c <= kRightToLeftOverride && c != kEndOfTurn) ||
                        (c >= kLeftToRightIsolate && c < kEndOfIsolate);
    if (begins && open_.size() < kDeepest) open_.push_back(c);
    if ((c == kEndOfTurn || c == kEndOfIsolate) && !open_.empty()) open_.pop_back();
  }
  // Whether they show this one in the other direction than it is read in.
  bool turn(std::uint32_t c) const {
    return !open_.empty() && open_.back() == (is_right_to_left(c) ? kLeftToRightOverride : kRightToLeftOverride);
  }

 private:
  std::vector<std::uint32_t> open_;
};

std::uint64_t turned_words(std::string_view text) {
  if (text.find("\u202D") == std::string_view::npos && text.find("\u202E") == std::string_view::npos) return 0;
  const std::uint8_t* const flags = text::char_flags();
  Overrides overrides;
  std::uint64_t words = 0;
  bool in_word = false;
  for (std::size_t i = 0; i < text.size();) {
    const text::CodePoint c = text::decode(text.data() + i, text.data() + text.size());
    overrides.meet(c.value);
    const bool letter = (flags[c.value] & text::kWordChar) != 0 && !(c.value >= '0' && c.value <= '9');
    words += letter && !in_word && overrides.turn(c.value);
    if ((flags[c.value] & text::kUnseenChar) == 0) in_word = letter;
    i += c.length;
  }
  return words;
}

}  // namespace

std::vector<std::string> odd_writing(std::string_view text) {
  const bool signs = text.find('@') != std::string_view::npos || text.find('$') != std::string_view::npos;
  std::uint64_t tokens = 0, with_sign = 0, with_control = 0, with_high = 0, parted = 0, of_parted = 0, alone = 0,
                row = 0;
  const auto end_row = [&] {
    if (row >= kInARow) alone += row;
    row = 0;
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    while (i < text.size() && !base::is_space(text[i])) ++i;
    const std::string_view token = text.substr(begin, i - begin);
    if (token.empty()) {
      ++i;
      continue;
    }
    ++tokens;
    if (signs) with_sign += has_sign(token);
    const Between between = between_letters(token);
    with_control += between.control;
    with_high += between.control || between.high_control;
    parted += between.odd_space;
    if (between.odd_space) of_parted += between.letters;
    if (stands_alone(token))
      ++row;
    else
      end_row();
  }
  end_row();
  std::vector<std::string> out;
  constexpr const char* kSo = "compared as they stand, so that little of it can be found";
  if (alone >= kLeastAlone && 10 * alone >= 3 * letters_of(text))
    out.push_back(fmt::format("written oddly: {} letters stand alone, with spaces between; {}", alone, kSo));
  if (with_sign >= kLeastSigned && 20 * with_sign >= tokens)
    out.push_back(fmt::format("written oddly: {} words have signs among their letters (@ or $); {}", with_sign, kSo));
  const bool high = with_high >= kLeastSigned && kMostInnocent * with_high >= tokens;
  if (high || (with_control >= kLeastSigned && 20 * with_control >= tokens))
    out.push_back(fmt::format("written oddly: {} words have control characters among their letters; {}",
                              high ? with_high : with_control, kSo));
  if (parted >= kLeastSigned && kMostInnocent * parted >= tokens && of_parted <= kLongestParted * parted)
    out.push_back(fmt::format(
        "written oddly: {} words have spaces of another width than a word's among their letters; {}", parted, kSo));
  if (const std::uint64_t turned = turned_words(text); turned >= kLeastTurned)
    out.push_back(fmt::format("written oddly: {} words stand backwards and are turned to be shown; {}", turned, kSo));
  return out;
}

}  // namespace textkin::engine::pages
