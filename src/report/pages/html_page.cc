#include "report/pages/html_page.h"

#include <algorithm>
#include <cstdint>

#include "base/utf8.h"
#include "report/pages/page_parts.h"
#include "report/text/format.h"

namespace textkin::report {

namespace {

unsigned value_of(char digit) { return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10); }

// Hexadecimal digits in base 64, as policies have hashes.
std::string in_base64(std::string_view hex) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint64_t bits = 0;
  unsigned held = 0;
  for (const char digit : hex) {
    bits = bits << 4 | value_of(digit);
    held += 4;
    if (held < 6) continue;
    held -= 6;
    out += kLetters[bits >> held & 63];
  }
  if (held > 0) out += kLetters[bits << (6 - held) & 63];
  while (out.size() % 4 != 0) out += '=';
  return out;
}

}  // namespace

std::string policy_hash(std::string_view sha256) { return "'sha256-" + in_base64(sha256) + "'"; }

void append_html_begin(std::string_view title, std::string_view script_sha256, std::string_view body, std::string& out,
                       std::string_view style) {
  out +=
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src ";
  out += policy_hash(script_sha256);
  out +=
      "; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>";
  out += title;
  out += "</title>\n<style>\n";
  out += kPageCss;
  out += style;
  out += "</style>\n</head>\n<body>\n";
  out += body;
}

void append_html_end(std::string_view script, std::string& out) {
  out += "<script>\n";
  out += script;
  out += "</script>\n</body>\n</html>\n";
}

namespace {

constexpr std::size_t kPieceBytes = 1u << 16;

void append_script_characters(std::string_view text, std::string& out) {
  std::string quoted;
  append_json(text, quoted);
  const std::string_view json = std::string_view(quoted).substr(1, quoted.size() - 2);
  std::size_t done = 0;
  for (std::size_t at = json.find('<'); at != std::string_view::npos; at = json.find('<', done)) {
    out.append(json, done, at - done);
    out += "\\u003c";
    done = at + 1;
  }
  out.append(json, done, json.size() - done);
}

}  // namespace

void append_script_string(std::string_view text, std::string& out) {
  out += '"';
  append_script_characters(text, out);
  out += '"';
}

Status write_script_string(std::string_view text, const PageSink& write) {
  std::string out = "\"";
  while (!text.empty()) {
    std::size_t end = std::min(text.size(), kPieceBytes);
    while (end < text.size() && end > 1 && base::continues_character(text[end])) --end;
    append_script_characters(text.substr(0, end), out);
    text.remove_prefix(end);
    TEXTKIN_RETURN_IF_ERROR(write(out));
    out.clear();
  }
  out += '"';
  return write(out);
}

}  // namespace textkin::report
