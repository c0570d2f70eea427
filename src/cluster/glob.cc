#include "cluster/glob.h"

#include <cstdint>
#include <optional>

#include "base/utf8.h"

namespace textkin::cluster {
namespace {

// Takes one character off the front of `text`: a UTF-8 code point, or a byte where the bytes are none.
std::uint32_t take_character(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  std::uint32_t character = lead;
  std::size_t taken = 1;
  while (taken < length && taken < text.size() && base::continues_character(text[taken])) {
    character = character << 8 | static_cast<unsigned char>(text[taken]);
    ++taken;
  }
  if (taken != length) {
    taken = 1;
    character = lead;
  }
  text.remove_prefix(taken);
  return character;
}

// A set "[...]" at the front of `pattern`: whether it holds `character`. Takes it off; nothing where it is not closed,
// and then '[' stands for itself.
std::optional<bool> take_set(std::string_view& pattern, std::uint32_t character) {
  std::string_view rest = pattern.substr(1);
  const bool negated = !rest.empty() && (rest.front() == '!' || rest.front() == '^');
  if (negated) rest.remove_prefix(1);
  bool holds = false;
  for (bool first = true; !rest.empty(); first = false) {
    if (rest.front() == ']' && !first) {
      pattern = rest.substr(1);
      return holds != negated;
    }
    const std::uint32_t low = take_character(rest);
    std::uint32_t high = low;
    if (rest.size() >= 2 && rest[0] == '-' && rest[1] != ']') {
      rest.remove_prefix(1);
      high = take_character(rest);
    }
    holds = holds || (low <= character && character <= high);
  }
  return std::nullopt;
}

// One element of the pattern that is not '*' against one character of the name; takes both off.
bool take_match(std::string_view& pattern, std::string_view& name) {
  const std::uint32_t character = take_character(name);
  if (pattern.front() == '?') {
    pattern.remove_prefix(1);
    return true;
  }
  if (pattern.front() == '[') {
    const std::optional<bool> holds = take_set(pattern, character);
    if (holds) return *holds;
  }
  return take_character(pattern) == character;
}

}  // namespace

// Goes back to the last '*' only: an earlier one can never help, so the cost is pattern times name at most.
bool matches_glob(std::string_view pattern, std::string_view name) {
  std::optional<std::string_view> after_star;
  std::string_view star_name;
  while (!name.empty()) {
    if (!pattern.empty() && pattern.front() == '*') {
      pattern.remove_prefix(1);
      after_star = pattern;
      star_name = name;
      continue;
    }
    if (!pattern.empty() && take_match(pattern, name)) continue;
    if (!after_star) return false;
    take_character(star_name);
    name = star_name;
    pattern = *after_star;
  }
  return pattern.find_first_not_of('*') == std::string_view::npos;
}

}  // namespace textkin::cluster
