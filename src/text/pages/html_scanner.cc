#include "text/pages/html_scanner.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "text/pages/html_entities.h"

namespace textkin::text {
namespace {

constexpr std::string_view kSpaces = " \t\n\f\r";
constexpr std::size_t kLongestReference = 16;  // between & and ;

// Content without tags: not shown, or plain text.
constexpr std::array<std::string_view, 5> kHidden{"script", "style", "iframe", "noembed", "noframes"};
constexpr std::array<std::string_view, 3> kPlain{"title", "textarea", "xmp"};

bool is_space(char c) { return kSpaces.find(c) != std::string_view::npos; }

// Whether they are equal when the letters of `written` are small; `name` has only small ones.
bool same(std::string_view written, std::string_view name) {
  return std::ranges::equal(written, name, [](char a, char b) { return base::to_lower(a) == b; });
}

std::size_t find_or_end(std::string_view text, std::string_view one_of, std::size_t from) {
  return std::min(text.find_first_of(one_of, from), text.size());
}

void append_utf8(std::uint32_t c, std::string& out) {
  if (c == 0 || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = 0xFFFD;
  char bytes[4];
  out.append(bytes, base::encode_utf8(c, bytes));
}

// Appends what stands for `reference`, without its & and ;. False where it is none.
bool append_reference(std::string_view reference, std::string& out) {
  if (reference.empty()) return false;
  if (reference[0] != '#') {
    const char32_t character = html_entity(reference);
    if (character != 0) append_utf8(character, out);
    return character != 0;
  }
  reference.remove_prefix(1);
  const bool hexadecimal = reference.starts_with('x') || reference.starts_with('X');
  if (hexadecimal) reference.remove_prefix(1);
  if (reference.empty()) return false;
  std::uint32_t value = 0;
  for (const char c : reference) {
    const int digit = base::hex_digit(c);
    const int radix = hexadecimal ? 16 : 10;
    if (digit < 0 || digit >= radix) return false;
    const std::uint32_t more = value * static_cast<std::uint32_t>(radix) + static_cast<std::uint32_t>(digit);
    value = std::min(more, 0x110000u);  // no character from there on
  }
  append_utf8(value, out);
  return true;
}

}  // namespace

bool HtmlScanner::is(std::string_view name) const { return same(tag_, name); }

HtmlScanner::Kind HtmlScanner::next() {
  href_.reset();
  if (!raw_element_.empty()) {
    const bool shown = std::ranges::find(kPlain, raw_element_) != kPlain.end();
    const std::string_view content = take_raw_text();
    if (shown && !content.empty()) {
      text_ = content;
      return Kind::kText;
    }
  }
  while (!rest_.empty()) {
    // A < that begins no tag is text.
    const auto begins_markup = [&](std::size_t place) {
      const char c = place + 1 < rest_.size() ? rest_[place + 1] : ' ';
      return base::is_letter(c) || c == '/' || c == '!' || c == '?';
    };
    std::size_t place = std::min(rest_.find('<'), rest_.size());
    while (place < rest_.size() && !begins_markup(place)) place = std::min(rest_.find('<', place + 1), rest_.size());
    if (place > 0) {
      text_ = rest_.substr(0, place);
      rest_.remove_prefix(place);
      return Kind::kText;
    }
    if (skip_declaration()) continue;
    const bool closing = rest_[1] == '/';
    rest_.remove_prefix(closing ? 2 : 1);
    if (!read_tag()) break;
    if (closing) return Kind::kEndTag;
    for (const auto& name : kHidden)
      if (is(name)) raw_element_ = name;
    for (const auto& name : kPlain)
      if (is(name)) raw_element_ = name;
    return Kind::kStartTag;
  }
  rest_ = {};
  return Kind::kEndOfPage;
}

// Comments, doctypes, processing instructions, and end tags without a name.
bool HtmlScanner::skip_declaration() {
  if (base::is_letter(rest_[1]) || (rest_[1] == '/' && rest_.size() > 2 && base::is_letter(rest_[2]))) return false;
  std::size_t end = std::string_view::npos;
  if (rest_.starts_with("<!--")) {
    std::size_t place = 2;  // its own dashes may be those of its end: <!--> and <!--->
    while ((place = rest_.find("--", place)) != std::string_view::npos) {
      const std::string_view behind = rest_.substr(place + 2);
      const bool own = place < 4;
      if (behind.starts_with('>')) end = place + 2;
      if (!own && behind.starts_with("!>")) end = place + 3;
      if (end != std::string_view::npos) break;
      ++place;
    }
  } else {
    end = rest_.find('>', 2);
  }
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  return true;
}

// Reads name and attributes up to the >; false where the page ends before.
bool HtmlScanner::read_tag() {
  std::size_t place = find_or_end(rest_, " \t\n\f\r/>", 0);
  tag_ = rest_.substr(0, place);
  while (true) {
    while (place < rest_.size() && (is_space(rest_[place]) || rest_[place] == '/')) ++place;
    if (place >= rest_.size()) return false;
    if (rest_[place] == '>') break;
    const std::size_t name_begins = place;
    place = find_or_end(rest_, " \t\n\f\r/>=", place + 1);  // a name may begin with =
    const std::string_view name = rest_.substr(name_begins, place - name_begins);
    while (place < rest_.size() && is_space(rest_[place])) ++place;
    std::string_view value;
    if (place < rest_.size() && rest_[place] == '=') {
      ++place;
      while (place < rest_.size() && is_space(rest_[place])) ++place;
      if (place >= rest_.size()) return false;
      const char quote = rest_[place];
      if (quote == '"' || quote == '\'') {
        const std::size_t end = rest_.find(quote, place + 1);
        if (end == std::string_view::npos) return false;
        value = rest_.substr(place + 1, end - place - 1);
        place = end + 1;
      } else {
        const std::size_t end = find_or_end(rest_, " \t\n\f\r>", place);
        value = rest_.substr(place, end - place);
        place = end;
      }
    }
    if (!href_.has_value() && same(name, "href")) href_ = value;
  }
  rest_.remove_prefix(place + 1);
  return true;
}

// The content of raw_element_, up to its end tag or the end of the page.
std::string_view HtmlScanner::take_raw_text() {
  const std::string_view name = std::exchange(raw_element_, {});
  std::size_t end = 0;
  while ((end = rest_.find("</", end)) != std::string_view::npos) {
    const std::string_view written = rest_.substr(end + 2);
    if (same(written.substr(0, name.size()), name) &&
        (written.size() == name.size() || is_space(written[name.size()]) || written[name.size()] == '/' ||
         written[name.size()] == '>'))
      break;
    end += 2;
  }
  const std::string_view content = rest_.substr(0, end);
  rest_.remove_prefix(content.size());
  return content;
}

void append_decoded_html(std::string_view text, std::string& out) {
  while (!text.empty()) {
    const std::size_t ampersand = std::min(text.find('&'), text.size());
    out.append(text.substr(0, ampersand));
    text.remove_prefix(ampersand);
    if (text.empty()) return;
    const std::size_t end = text.substr(0, kLongestReference + 2).find(';');
    if (end != std::string_view::npos && append_reference(text.substr(1, end - 1), out)) {
      text.remove_prefix(end + 1);
    } else {
      out += '&';
      text.remove_prefix(1);
    }
  }
}

}  // namespace textkin::text
