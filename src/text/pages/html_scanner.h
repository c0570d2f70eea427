// HtmlScanner: the tags and the text of an HTML page, one behind the other, without a tree.
//
// Follows the tokenisation of WHATWG HTML (section 13.2.5) where links and words depend on it: comments, bogus comments
// and doctypes are left out; attribute values stand in either quotes or in none and may hold >; the first of two
// attributes of one name counts; script, style and their like hold no tags up to their own end tag, nor do title and
// textarea, whose content is text. A tag that the end of the page cuts is left out. What is built into a tree (elements
// that are closed by others, tables, depth) does not matter here, so nesting costs nothing.
// Bytes may be anything. Cost: linear in the page, some 1 ns a byte; no memory. Threads: one scanner each.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace textkin::text {

class HtmlScanner {
 public:
  // `page` must outlive the scanner and what it gives.
  explicit HtmlScanner(std::string_view page) : rest_(page) {}

  enum class Kind { kText, kStartTag, kEndTag, kEndOfPage };
  Kind next();

  std::string_view text() const { return text_; }  // of kText, as written: with its character references
  bool is(std::string_view name) const;            // whether the tag has that name, which is in small letters
  // The value of the start tag's href, as written.
  std::optional<std::string_view> href() const { return href_; }

 private:
  bool read_tag();
  bool skip_declaration();
  std::string_view take_raw_text();

  std::string_view rest_;
  std::string_view text_;
  std::string_view tag_;
  std::optional<std::string_view> href_;
  std::string_view raw_element_;  // its content comes next; in small letters
};

// Appends `text` with its character references decoded: &#228; &#xE4; &auml; each with its semicolon; others stay as
// they are written, which keeps ?a=1&copy=2 whole. A number that is no character is U+FFFD.
void append_decoded_html(std::string_view text, std::string& out);

}  // namespace textkin::text
