#include "report/commands/pan_xml.h"

#include <fmt/format.h>

#include <iterator>

namespace textkin::report {
namespace {

// An attribute's value. Control characters that XML 1.0 cannot hold become U+FFFD.
void append_xml(std::string_view text, std::string& out) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20)
          out += c;
        else if (c == '\t' || c == '\n' || c == '\r')
          fmt::format_to(std::back_inserter(out), "&#{};", static_cast<int>(c));
        else
          out += "\xEF\xBF\xBD";
    }
  }
}

}  // namespace

void append_pan_begin(std::string_view a, std::string& out) {
  out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document reference=\"";
  append_xml(a, out);
  out += "\">\n";
}

void append_pan_feature(std::string_view b, const Passage& passage, std::string& out) {
  fmt::format_to(std::back_inserter(out),
                 "  <feature name=\"detected-plagiarism\" this_offset=\"{}\" this_length=\"{}\" source_reference=\"",
                 passage.a_offset, passage.a_length);
  append_xml(b, out);
  fmt::format_to(std::back_inserter(out), "\" source_offset=\"{}\" source_length=\"{}\"/>\n", passage.b_offset,
                 passage.b_length);
}

void append_pan_end(std::string& out) { out += "</document>\n"; }

}  // namespace textkin::report
