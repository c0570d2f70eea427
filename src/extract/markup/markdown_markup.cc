#include "extract/markup/markdown_markup.h"

#include <algorithm>

#include "base/ascii.h"

namespace textkin::extract {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::size_t kLongestLabel = 999;
constexpr int kMostBrackets = 32;  // within each other, in an address
constexpr std::size_t kLongestScheme = 32;

bool is_gap(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }
bool is_control(char byte) { return (byte >= '\0' && byte <= ' ') || byte == 0x7F; }
bool is_punctuation(char byte) { return byte > ' ' && byte < 0x7F && !base::is_letter(byte) && !base::is_digit(byte); }

// The byte at `at`; a space where the text has ended, which is the end of all that is looked for.
char byte_at(std::string_view text, std::size_t at) { return at < text.size() ? text[at] : ' '; }

// Behind white space. Two line ends are not in a paragraph.
std::size_t skip_gap(std::string_view text, std::size_t at) {
  while (at < text.size() && is_gap(text[at])) ++at;
  return at;
}

bool is_escape(std::string_view text, std::size_t at) {
  return text[at] == '\\' && at + 1 < text.size() && is_punctuation(text[at + 1]);
}

// The end of what begins at `at` and is closed by `close`; kNone where `other` or the end of the text comes before.
std::size_t closed_by(char close, std::string_view other, std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (is_escape(text, at))
      ++at;
    else if (text[at] == close)
      return at + 1;
    else if (other.find(text[at]) != kNone)
      return kNone;
  }
  return kNone;
}

// kNone: there is none at `at`.
std::size_t end_of_address(std::string_view text, std::size_t at) {
  if (byte_at(text, at) == '<') return closed_by('>', "<\n", text, at);
  const std::size_t begin = at;
  int open = 0;
  for (; at < text.size() && !is_control(text[at]); ++at) {
    if (is_escape(text, at))
      ++at;
    else if (text[at] == '(' && ++open > kMostBrackets)
      return kNone;
    else if (text[at] == ')' && --open < 0)
      break;
  }
  return at > begin && open <= 0 ? at : kNone;
}

bool begins_title(char byte) { return byte == '"' || byte == '\'' || byte == '('; }

std::size_t end_of_title(std::string_view text, std::size_t at) {
  return text[at] == '(' ? closed_by(')', "(", text, at) : closed_by(text[at], "", text, at);
}

// The end of the line if nothing more stands on it.
std::size_t end_of_line(std::string_view text, std::size_t at) {
  at = std::min(text.find_first_not_of(" \t\r", at), text.size());
  return at == text.size() || text[at] == '\n' ? at : kNone;
}

// Behind the letters of a name, of which the first one is a letter or of `also_first`; `at` where there is none.
std::size_t end_of_name(std::string_view text, std::size_t at, std::string_view also_first, std::string_view also) {
  if (!base::is_letter(byte_at(text, at)) && also_first.find(byte_at(text, at)) == kNone) return at;
  while (at < text.size() && (base::is_letter(text[at]) || base::is_digit(text[at]) || also.find(text[at]) != kNone))
    ++at;
  return at;
}

// The value of an attribute.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  const char first = byte_at(text, at);
  if (first == '"' || first == '\'') {
    const std::size_t close = text.find(first, at + 1);
    return close == kNone ? kNone : close + 1;
  }
  const std::size_t end = std::min(text.find_first_of(" \t\r\n\"'=<>`", at), text.size());
  return end > at ? end : kNone;
}

// From behind the name of a tag to the end of it.
std::size_t end_of_attributes(std::string_view text, std::size_t at) {
  for (;;) {
    const std::size_t name = skip_gap(text, at);
    if (byte_at(text, name) == '>') return name + 1;
    if (byte_at(text, name) == '/') return byte_at(text, name + 1) == '>' ? name + 2 : kNone;
    const std::size_t behind = end_of_name(text, name, "_:", "_:.-");
    if (name == at || behind == name) return kNone;
    at = behind;
    if (const std::size_t sign = skip_gap(text, at); byte_at(text, sign) == '=')
      at = end_of_value(text, skip_gap(text, sign + 1));
    if (at == kNone) return kNone;
  }
}

}  // namespace

std::size_t markdown_definition(std::string_view text) {
  const std::size_t label = closed_by(']', "[", text.substr(0, kLongestLabel + 2), 0);
  if (!text.starts_with('[') || label == kNone || byte_at(text, label) != ':') return 0;
  if (skip_gap(text, 1) + 1 == label) return 0;
  const std::size_t address = end_of_address(text, skip_gap(text, label + 1));
  if (address == kNone) return 0;
  const std::size_t title = skip_gap(text, address);
  if (title > address && begins_title(byte_at(text, title))) {
    const std::size_t behind = end_of_title(text, title);
    const std::size_t end = behind == kNone ? kNone : end_of_line(text, behind);
    if (end != kNone) return end;
  }
  const std::size_t end = end_of_line(text, address);
  return end == kNone ? 0 : end;
}

std::size_t markdown_address(std::string_view text) {
  if (!text.starts_with('(')) return 0;
  std::size_t at = skip_gap(text, 1);
  if (byte_at(text, at) == ')') return at + 1;
  const std::size_t address = end_of_address(text, at);
  if (address == kNone) return 0;
  at = skip_gap(text, address);
  if (at > address && begins_title(byte_at(text, at))) {
    const std::size_t title = end_of_title(text, at);
    if (title == kNone) return 0;
    at = skip_gap(text, title);
  }
  return byte_at(text, at) == ')' ? at + 1 : 0;
}

std::size_t markdown_tag(std::string_view text) {
  if (text.size() < 3 || text[0] != '<') return 0;
  const bool closes = text[1] == '/';
  const std::size_t at = base::is_letter(text[1]) ? 1 : 2;
  if (!base::is_letter(text[at])) return 0;
  std::size_t end = kNone;
  if (text[1] == '!' || text[1] == '?') {
    end = text.find('>');
    // A browser takes the first one for the end of <?, too.
    if (end != kNone) end = text[1] == '!' || text[end - 1] == '?' ? end + 1 : kNone;
  } else if (closes || at == 1) {
    const std::size_t name = end_of_name(text, at, "", "-");
    const std::size_t behind = skip_gap(text, name);
    end = !closes ? end_of_attributes(text, name) : byte_at(text, behind) == '>' ? behind + 1 : kNone;
  }
  return end == kNone ? 0 : end;
}

std::size_t markdown_autolink(std::string_view text) {
  if (!text.starts_with('<')) return 0;
  std::size_t end = 1;
  while (end < text.size() && !is_control(text[end]) && text[end] != '<' && text[end] != '>') ++end;
  if (byte_at(text, end) != '>') return 0;
  const std::size_t scheme = end_of_name(text, 1, "", "+.-");
  const bool has_scheme = text[scheme] == ':' && scheme > 2 && scheme <= kLongestScheme + 1;
  return has_scheme || text.substr(1, end - 1).find('@') != kNone ? end + 1 : 0;
}

bool is_markdown_heading(std::string_view line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  return level > 0 && level < 7 && is_gap(byte_at(line, level));
}

bool is_markdown_rule(std::string_view line) { return line.find_first_not_of("-*_= \t\r") == kNone; }

bool ends_markdown_paragraph(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == kNone) return true;
  const std::string_view rest = line.substr(first);
  constexpr std::string_view kBlocks = "#><";
  if (kBlocks.find(rest[0]) != kNone || rest.starts_with("```") || rest.starts_with("~~~")) return true;
  if (is_markdown_rule(rest)) return true;
  constexpr std::string_view kBullets = "-+*";
  if (kBullets.find(rest[0]) != kNone && is_gap(byte_at(rest, 1))) return true;
  const std::size_t number = rest.find_first_not_of("0123456789");
  return number != kNone && number > 0 && (rest[number] == '.' || rest[number] == ')');
}

}  // namespace textkin::extract
