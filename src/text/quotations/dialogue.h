// Dialogue: speech of a story, whose speaker is no source. “…,” said Anna. “…,” Tom replied.
//
// A heuristic, and its rules: a verb of saying with a name attributes a quotation (reference_near.h), and in a story
// every speech. Five quotations or more that follow each other within some words, three of them attributed by a verb of
// saying, and none with a year, a page, a note or another source, are a dialogue: those have no reference. Who quotes
// one or two persons so, here and there, has said where that is from; and so has a text that lists its sources, which
// whoever asks has to look at (MLA's way with pages of the web that have no numbers).
// Cost: a pass over the quotations. Threads: any.
#pragma once

#include <span>

#include "text/quotations/quotations.h"

namespace textkin::text {

// Whether there is one in the quotations of a text, ascending.
bool has_dialogue(std::span<const Quotation> quotations);

// Takes the reference from each quotation of a dialogue.
void unreference_dialogue(std::span<Quotation> quotations);

}  // namespace textkin::text
