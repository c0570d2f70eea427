// ReferenceLists: the lists of sources in a text, and the notes that are citations.
//
// A heuristic, and its rules:
//   - A list is looked for behind a line that holds nothing but a heading such as References, Works cited,
//     Literaturverzeichnis, Список литературы, 参考文献 (reference_headings.h), up to the next such line, the heading
//     of an appendix or of a section such as Methods or Chapter 3, a line of ⸻ alone, behind which extracted documents
//     have their notes, or, if its own heading is one of Markdown, the next one of that level or a higher one. Each
//     heading has a list of its own.
//   - What is left out is lines of entries, not all that stands there. In entries more than 13 of 60 words have signs
//     behind them or are numbers (prose has 5 to 12), within 40 words of a source: a year of four digits, an address,
//     a DOI, n.d. A year in a sentence ("in 1548 he", "Bauer (1998) noted") is none, and speaks for prose. Words weigh
//     as in word_weight.h.
//   - The list ends behind the line up to which such signs outweigh words most, so that prose behind it counts from
//     its first word. It goes on over prose of some 80 words; over more it does not, but begins again with entries that
//     follow within 300 words: annotations count, the entries between them do not. It does not begin again behind a
//     short line that is a paragraph of its own, with prose below: another section's heading.
//   - A stretch of entries names a source. In the first half of the text's words, its notes left out, a list names
//     three and its entries follow the heading at once: a line in a table of contents is no list.
//   - A line of some 40 words or more and two sentences that cites three times in them, (Brown, 2004) or Brown (2004)
//     notes, is prose: of a review of the literature.
//   - Notes stand behind a line of ⸻ alone, a heading such as Notes or Anmerkungen, in lines [^1]: of Markdown and in
//     lines that end with ↩. Each is judged by itself: it is left out if it is a citation, that names a source, has
//     signs as entries have and ends with a page or a year, or has nearly twice as many signs; or, but for those behind
//     a heading, if half of its words have signs and one is a number (Ebd., 14. BGHZ 45, 12). All other notes count,
//     and behind a heading all if the first is none.
// Excluded are the heading, where a list follows at once, and the lists. Cost: one pass over the text's lines and some
// over the words behind headings.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "text/places/words_between.h"

namespace textkin::text {

// Replaces `out` by the lists of `text`, ascending, apart from each other. `words` are those of WordLocator.
void find_reference_lists(std::string_view text, std::span<const LocatedWord> words, std::vector<WordRange>& out);

}  // namespace textkin::text
