// Rich Text Format 1.9 (.rtf, and many a .doc): the text of the body, then that of text boxes and of other
// programs' objects, then foot- and endnotes,
// for each of which a mark stands where it is referred to (ShownText).
//
// Letters are of the charset of their font. Left out: headers, footers, comments, field codes, pictures, what a tracked
// change has deleted. Hidden are letters that the format hides (\v), of two points or less, and white ones on paper: a
// ground is that of letters, of a paragraph or of a cell of the table. Cost: 10 ns a byte, twice in boxes and notes.
#pragma once

#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

Result<Extracted> extract_rtf(std::string_view bytes, const Limits& limits);

}  // namespace textkin::extract
