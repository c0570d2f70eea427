// What of an HTML page is compared: its links, the words of its anchors, or its text (Gakhov 2016, connectivity, anchor
// text). Each is text again, for normalisers and tokenisers.
//
//   links    "links.v1"    the href of each <a>, a line each: references decoded, as written otherwise (nothing is
//                          resolved), without fragment, tab and line ends; other white space as %20 and the like. An
//                          <a> without href, or with a fragment alone, gives none.
//   anchors  "anchors.v1"  the text between each <a href> and its </a> or the next <a>, a line each.
//   html     "html.v1"     the text of the page, <title> included; not that of scripts and styles.
// In text a tag ends a word, unless it is one that stands within words (<b>, <span>, <sup>, ...).
// Cost: see html_scanner.h. Threads: any.
#pragma once

#include <string>
#include <string_view>

namespace textkin::text {

// Each replaces `out`. `page` is valid UTF-8; so is `out`.
void page_links(std::string_view page, std::string& out);
void page_anchors(std::string_view page, std::string& out);
void page_text(std::string_view page, std::string& out);

}  // namespace textkin::text
