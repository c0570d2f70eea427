// A page break is no paragraph's end: how the pages of a document that knows nothing of paragraphs follow one another.
//
// `text` has a form feed behind each page, as pdftotext writes it. A paragraph goes on over it where the last line of a
// page ends no sentence and the next page begins with a small letter, or where that line is as long as the others of
// its paragraph and the next page does not begin with a line by itself, which may be a heading. Passed over on both
// sides are up to three lines that are a page's number, or that stand first or last on two pages or more, their digits
// aside: running heads. They stay where they are, but the empty lines about them go; elsewhere an empty line parts the
// pages. Nothing else changes. Cost: one pass over the lines.
#pragma once

#include <string>
#include <string_view>

namespace textkin::extract {

// `text` without form feeds.
std::string join_pages(std::string_view text);

}  // namespace textkin::extract
