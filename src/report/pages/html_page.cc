#include "report/pages/html_page.h"

#include "report/pages/page_parts.h"
#include "report/text/format.h"

namespace textkin::report {

void append_html_begin(std::string_view title, std::string_view body, std::string& out, std::string_view style) {
  out +=
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
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

void append_script_string(std::string_view text, std::string& out) {
  out += '"';
  append_script_characters(text, out);
  out += '"';
}

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

}  // namespace textkin::report
