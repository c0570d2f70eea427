#include "engine/pages/odd_writing.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

#include "base/ascii.h"

namespace textkin::engine::pages {
namespace {

constexpr std::uint64_t kInARow = 8;
constexpr std::uint64_t kLeastAlone = 40;
constexpr std::uint64_t kLeastSigned = 10;

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

}  // namespace

std::vector<std::string> odd_writing(std::string_view text) {
  const bool signs = text.find('@') != std::string_view::npos || text.find('$') != std::string_view::npos;
  std::uint64_t tokens = 0, with_sign = 0, alone = 0, row = 0;
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
  return out;
}

}  // namespace textkin::engine::pages
