// ReferenceLists: the lists of sources at the end of a text.
//
// A heuristic, and its rules:
//   - A list begins behind a line that holds nothing but a heading such as References, Works cited,
//   Literaturverzeichnis,
//     Références, Список литературы, 参考文献, whatever its case, numbering, colon or marks of Markdown; the names are
//     in reference_list.cc.
//   - The heading stands in the last half of the text's words, its notes left out: a line in a table of contents is
//   none.
//   - Each 80 words of the list, as far as they are full, have a year of four digits, a DOI or an address on average: a
//     section of prose that is called Sources is none.
//   - A list ends at the end of the text, at a line of ⸻ alone, behind which extracted documents have their footnotes
//   and
//     endnotes, at a heading that begins with Appendix, Anhang, Annexe, ... or, if its own
//     heading is one of Markdown, at the next one of that level or a higher one.
// Excluded are the heading and the list. Cost: one pass over the text's lines.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "text/places/words_between.h"

namespace textkin::text {

// Replaces `out` by the lists of `text`, ascending, apart from each other. `words` are those of WordLocator.
void find_reference_lists(std::string_view text, std::span<const LocatedWord> words, std::vector<WordRange>& out);

}  // namespace textkin::text
