#include "report/html_report.h"

#include <fmt/format.h>

#include <iterator>

#include "report/page_parts.h"
#include "report/text.h"

namespace textkin::report {
namespace {

// JSON for a script element. Without "<" nothing in it can end the element or begin a comment.
void append_string(std::string_view text, std::string& out) {
  std::string json;
  append_json(text, json);
  std::size_t done = 0;
  for (std::size_t at = json.find('<'); at != std::string::npos; at = json.find('<', done)) {
    out.append(json, done, at - done);
    out += "\\u003c";
    done = at + 1;
  }
  out.append(json, done);
}

template <class Items, class Append>
void append_list(const Items& items, std::string& out, Append append) {
  out += '[';
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += ',';
    first = false;
    append(item);
  }
  out += ']';
}

void append_strings(const std::vector<std::string>& strings, std::string& out) {
  append_list(strings, out, [&](const std::string& string) { append_string(string, out); });
}

void append_document(const PageDocument& document, std::string& out) {
  out += "{\"id\":";
  append_string(document.id, out);
  fmt::format_to(std::back_inserter(out), ",\"words\":{},\"matched\":{},\"longest\":{},\"pairs\":{},\"text\":{}}}",
                 document.words, document.matched, document.longest, document.pairs, document.has_text);
}

// A passage is [a_offset, a_length, a_words, b_offset, b_length, b_words, equal].
void append_pair(const PagePair& pair, std::string& out) {
  fmt::format_to(std::back_inserter(out),
                 "{{\"a\":{},\"b\":{},\"a_matched\":{},\"b_matched\":{},\"longest\":{},\"passages\":", pair.a, pair.b,
                 pair.a_matched, pair.b_matched, pair.longest);
  append_list(pair.passages, out, [&](const Passage& p) {
    fmt::format_to(std::back_inserter(out), "[{},{},{},{},{},{},{}]", p.a_offset, p.a_length, p.a_words, p.b_offset,
                   p.b_length, p.b_words, p.equal);
  });
  out += '}';
}

}  // namespace

void append_page_begin(std::string& out) {
  out +=
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Re-used passages</title>\n<style>\n";
  out += kPageCss;
  out += "</style>\n</head>\n<body>\n";
  out += kPageHtml;
}

void append_page_text(std::string_view text, std::string& out) {
  out += "<script type=\"application/json\" class=\"text\">";
  append_string(text, out);
  out += "</script>\n";
}

void append_page_no_text(std::string& out) {
  out += "<script type=\"application/json\" class=\"text\">null</script>\n";
}

void append_page_end(const Page& page, std::string& out) {
  const PassageStats& stats = page.stats;
  fmt::format_to(std::back_inserter(out),
                 "<script type=\"application/json\" id=\"data\">{{\"version\":\"{}\",\"guarantee\":{},"
                 "\"fingerprint_words\":{},\"window\":{},\"max_gap\":{},\"min_length\":{},\"common\":{},"
                 "\"common_fingerprints\":{},\"documents_read\":{},\"against_documents\":{},\"compared\":{},"
                 "\"empty\":{},\"words\":{},\"problems\":{},\"pairs_found\":{},\"passages_found\":{}",
                 TEXTKIN_VERSION, stats.guarantee, stats.run, stats.window, stats.max_gap, stats.min_length,
                 stats.common, stats.common_fingerprints, stats.documents, page.against_documents, page.compared,
                 stats.empty, stats.words, stats.problems, stats.pairs, stats.passages);
  fmt::format_to(std::back_inserter(out), ",\"pseudonyms\":{}", page.pseudonyms);
  out += ",\"inputs\":";
  append_strings(page.inputs, out);
  out += ",\"against\":";
  append_strings(page.against, out);
  out += ",\"problem_lines\":";
  append_strings(page.problems, out);
  out += ",\n\"documents\":";
  append_list(page.documents, out, [&](const PageDocument& document) { append_document(document, out); });
  out += ",\n\"pairs\":";
  append_list(page.pairs, out, [&](const PagePair& pair) { append_pair(pair, out); });
  out += "}</script>\n<script>\n";
  out += kPageJs;
  out += "</script>\n</body>\n</html>\n";
}

}  // namespace textkin::report
