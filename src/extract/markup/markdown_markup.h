// What of Markdown is markup and no text, by the grammar of CommonMark 0.31.
//
// Each function looks at the begin of `text`, which is the rest of a paragraph or the begin of that, and returns the
// size of what it is asked for; 0 where something else stands there. What is nearly markup is text, and shown: a
// definition with prose behind its address, an address with a space in it, `x <a, and y> b`. Cost: the bytes looked at,
// once.
#pragma once

#include <cstddef>
#include <string_view>

namespace textkin::extract {

std::size_t markdown_definition(std::string_view text);  // [label]: ADDRESS "TITLE", to the end of its line
std::size_t markdown_address(std::string_view text);     // (ADDRESS "TITLE"), which stands behind the ] of a link
std::size_t markdown_tag(std::string_view text);         // <b class="x">, </b>, <!X y>, <?x y?>; no comment
std::size_t markdown_autolink(std::string_view text);    // <https://x.y>, <name@x.y>

bool is_markdown_heading(std::string_view line);  // ## of which there are six at most
bool is_markdown_rule(std::string_view line);     // across the page, or below a heading
// Whether a line is empty or may begin a list, a heading, a quotation or another block: no markup goes on in it.
bool ends_markdown_paragraph(std::string_view line);

}  // namespace textkin::extract
