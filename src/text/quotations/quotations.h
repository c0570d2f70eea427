// Quotations: what stands between quotation marks, or in a block quote of Markdown.
//
// A heuristic, and its rules:
//   - Pairs of marks: «…» »…« »…» „…“ „…” “…” ”…” ”…“ ‹…› ›…‹ ›…› ‚…‘ ‚…’ ‘…’ 「…」 『…』 ｢…｣ 〝…〞 〝…〟 "…" ＂…＂
//     ﴿…﴾ ״…״ ``…'' ,,…'' ,,…" ,,…“ ,,…” <<…>> ''…'' '…'. A pair ends at its first closing mark; marks of others inside
//     it mean nothing. (《…》 are titles.)
//   - „…", “…" and "…” are pairs, too, where no proper mark closes them: none comes in the paragraph before such a mark
//     opens again, or the one that comes belongs to a mark between. A pair of the other kind within is skipped.
//   - A mark that opens and has no closing one in its paragraph (up to an empty line), however long that is, is none;
//     nor is one whose like opens again before it is closed.
//   - ", ” and » open where no word stands before and a word follows at once, or what a quotation begins with ([, …, (
//     and the like) behind a space, an opening bracket, a dash or a colon; " and ” close where no space stands before:
//     inches and ditto marks are none, nor is a mark between two Hebrew letters (צה"ל). ’ between two letters is an
//     apostrophe.
//   - A straight ' opens before a letter behind a space, an opening bracket, a dash or a colon ('tis and the like do
//     not), and closes behind a word or its full stop where none follows, but not in "the students' work". Since it is
//     an apostrophe as well, and two of it and << are signs of programs too, these are quotations only where they say
//     where they are from.
//   - At the start of a line such a mark before [, ( and the like does not open again, as laws are quoted.
//   - Lines that begin with > (behind at most three spaces; not >>>, which is a prompt) are a block quote.
//   - A quotation has at least 5 words and, for scripts whose words are single characters, 10 characters: fewer are a
//     term or a title.
// Whether one says where it is from, reference_near.h says. Of a block quote its last line may say so too, if it
// is short, and brackets or a note at its end.
// Cost: one pass, and one more over what stands behind marks that are not closed, for each kind of them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "text/places/words_between.h"

namespace textkin::text {

struct Quotation {
  WordRange words;
  bool referenced = false;
  bool said = false;  // referenced by a verb of saying and a name alone: perhaps a speech of a dialogue
};

// Replaces `out` by the quotations of `text`, ascending, apart from each other. `words` are those of WordLocator.
void find_quotations(std::string_view text, std::span<const LocatedWord> words, std::vector<Quotation>& out);

}  // namespace textkin::text
