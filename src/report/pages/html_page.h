// What every HTML page of textkin begins and ends with.
//
// A page is complete in itself: it asks for nothing from any network or disk, and its policy (CSP) forbids it to. Ids
// and texts are data: JSON in script elements that the browser does not run, every "<" as \u003c; the page's script
// shows them as text only.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "textkin/status.h"

namespace textkin::report {

// The head, with the style of all pages and `style`, what this one has beside it, and `body`.
// script_sha256: of the one script that the page may run, 64 hexadecimal digits; no other script and no handler in an
// attribute runs, wherever it comes from.
void append_html_begin(std::string_view title, std::string_view script_sha256, std::string_view body, std::string& out,
                       std::string_view style = {});
// How a policy names a script or a style: 'sha256-...', of its SHA-256 in 64 hexadecimal digits.
std::string policy_hash(std::string_view sha256);

// The script that shows the page's data, and the end.
void append_html_end(std::string_view script, std::string& out);

// A string of JSON for a script element. Without "<" nothing in it can end the element or begin a comment.
void append_script_string(std::string_view text, std::string& out);

// Takes the bytes of a page, one stretch behind the other.
using PageSink = std::function<Status(std::string_view)>;

// append_script_string in pieces: escaped, a long text may be twelve times as long, and is not held so.
Status write_script_string(std::string_view text, const PageSink& write);

// append(item) for each item, as a list of JSON.
template <class Items, class Append>
void append_script_list(const Items& items, std::string& out, Append append) {
  out += '[';
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += ',';
    first = false;
    append(item);
  }
  out += ']';
}

}  // namespace textkin::report
