#include "text/pages/page_text.h"

#include <algorithm>
#include <array>

#include "text/pages/html_scanner.h"
#include "text/unicode/char_class.h"
#include "text/unicode/utf8.h"

namespace textkin::text {
namespace {

using Piece = HtmlScanner::Kind;

constexpr std::array<std::string_view, 29> kWithinWords{
    "a",    "abbr", "b", "bdi",  "bdo",   "big",  "cite",   "code",   "del", "dfn", "em", "font", "i",   "ins", "kbd",
    "mark", "q",    "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt", "u",    "var", "wbr"};

bool ends_word(const HtmlScanner& tag) {
  return std::ranges::none_of(kWithinWords, [&](std::string_view name) { return tag.is(name); });
}

void append_percent(std::string_view bytes, std::string& out) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
}

// URL Standard, 4.4: what is trimmed and left out; a link is one token.
void append_link(std::string_view url, std::string& out) {
  const auto trimmed = [](char c) { return static_cast<unsigned char>(c) <= 0x20; };
  while (!url.empty() && trimmed(url.front())) url.remove_prefix(1);
  url = url.substr(0, url.find('#'));
  while (!url.empty() && trimmed(url.back())) url.remove_suffix(1);
  const std::size_t before = out.size();
  const char* const end = url.data() + url.size();
  for (const char* p = url.data(); p < end;) {
    const CodePoint c = decode(p, end);
    const std::string_view bytes(p, c.length);
    p += c.length;
    if (c.value == '\t' || c.value == '\n' || c.value == '\r') continue;
    if (c.value <= 0x20 || c.value == 0x7F || (char_flags()[c.value] & kVisibleChar) == 0)
      append_percent(bytes, out);
    else
      out += bytes;
  }
  if (out.size() > before) out += '\n';
}

}  // namespace

void page_links(std::string_view page, std::string& out) {
  out.clear();
  std::string url;
  HtmlScanner scanner(page);
  for (Piece kind = scanner.next(); kind != Piece::kEndOfPage; kind = scanner.next()) {
    if (kind != Piece::kStartTag || !scanner.href().has_value() || !scanner.is("a")) continue;
    url.clear();
    append_decoded_html(*scanner.href(), url);
    append_link(url, out);
  }
}

void page_anchors(std::string_view page, std::string& out) {
  out.clear();
  bool open = false;
  HtmlScanner scanner(page);
  for (Piece kind = scanner.next(); kind != Piece::kEndOfPage; kind = scanner.next()) {
    if (kind == Piece::kText) {
      if (open) append_decoded_html(scanner.text(), out);
    } else if (scanner.is("a")) {
      if (open) out += '\n';
      open = kind == Piece::kStartTag && scanner.href().has_value();
    } else if (open && ends_word(scanner)) {
      out += ' ';
    }
  }
}

void page_text(std::string_view page, std::string& out) {
  out.clear();
  HtmlScanner scanner(page);
  for (Piece kind = scanner.next(); kind != Piece::kEndOfPage; kind = scanner.next()) {
    if (kind == Piece::kText)
      append_decoded_html(scanner.text(), out);
    else if (ends_word(scanner))
      out += '\n';
  }
}

}  // namespace textkin::text
