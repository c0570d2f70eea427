#include "extract/subtitles.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "extract/charset.h"

namespace textkin::extract {
namespace {

constexpr std::string_view kLineSpaces = " \t\r\n";

std::string_view without_spaces_before(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kLineSpaces), text.size()));
}

// Takes "01:02:03,456" or "02:03.456" from the front of `text`.
bool take_time(std::string_view& text) {
  const std::string_view time = text.substr(0, text.find_first_not_of("0123456789:.,"));
  const auto colons = std::ranges::count(time, ':');
  const bool parts = std::ranges::count(time, '.') + std::ranges::count(time, ',') == 1;
  text.remove_prefix(time.size());
  return (colons == 1 || colons == 2) && parts && time.find_first_of(".,") > time.rfind(':');
}

bool is_time_line(std::string_view line) {
  constexpr std::string_view kArrow = "-->";
  line = without_spaces_before(line);
  if (!take_time(line)) return false;
  line = without_spaces_before(line);
  if (!line.starts_with(kArrow)) return false;
  line = without_spaces_before(line.substr(kArrow.size()));
  return take_time(line);
}

bool is_number(std::string_view line) {
  line = without_spaces_before(line);
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return digits > 0 && without_spaces_before(line.substr(digits)).empty();
}

void append_blank(std::string_view line, std::string& out) {
  for (const char byte : line)
    if (byte == '\n' || byte == '\r')
      out += byte;
    else if (!base::continues_character(byte))
      out += ' ';
}

}  // namespace

Result<Extracted> extract_subtitles(std::string_view bytes, const Limits&) {
  TEXTKIN_ASSIGN_OR_RETURN(Decoded decoded, decode(bytes));
  Extracted out;
  if (std::string note = charset_note(decoded); !note.empty()) out.notes.push_back(std::move(note));
  out.text.reserve(decoded.text.size());
  const auto line_at = [&](std::size_t begin) {
    const std::string_view rest = std::string_view(decoded.text).substr(begin);
    return rest.substr(0, std::min(rest.find('\n'), rest.size() - 1) + 1);
  };
  for (std::size_t begin = 0; begin < decoded.text.size();) {
    const std::string_view line = line_at(begin);
    const std::size_t end = begin + line.size();
    const bool numbers = is_number(line) && end < decoded.text.size() && is_time_line(line_at(end));
    if (numbers || is_time_line(line) || (begin == 0 && line.starts_with("WEBVTT")))
      append_blank(line, out.text);
    else
      out.text += line;
    begin = end;
  }
  return out;
}

}  // namespace textkin::extract
