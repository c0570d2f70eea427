#include "engine/pages/odd_writing.h"

#include <fmt/format.h>

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

// Nothing is drawn for it, and it is no white space; nor what begins a terminal's sequence.
constexpr bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0x7F || (byte < 0x20 && byte != 0x1B && (byte < 0x09 || byte > 0x0D));
}

bool has_control(std::string_view token) {
  for (std::size_t i = 1; i + 1 < token.size(); ++i)
    if (is_control(token[i]) && base::is_letter(token[i - 1]) && base::is_letter(token[i + 1])) return true;
  return false;
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
  std::uint64_t tokens = 0, with_sign = 0, with_control = 0, alone = 0, row = 0;
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
    with_control += has_control(token);
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
  if (with_control >= kLeastSigned && 20 * with_control >= tokens)
    out.push_back(
        fmt::format("written oddly: {} words have control characters among their letters; {}", with_control, kSo));
  if (const std::uint64_t turned = turned_words(text); turned >= kLeastTurned)
    out.push_back(fmt::format("written oddly: {} words stand backwards and are turned to be shown; {}", turned, kSo));
  return out;
}

}  // namespace textkin::engine::pages
