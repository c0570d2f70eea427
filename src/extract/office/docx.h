// Word's .docx (ECMA-376, WordprocessingML): the text of the body, then foot- and endnotes, below a line of their own;
// where they are referred to stands a dagger. Text boxes stand behind their paragraph.
//
// Left out: headers, footers, comments, field codes, readings of words (ruby), and what a tracked change has deleted.
// Of alternatives the one is read that Word shows. Symbols (sym) are characters; of a symbol font private ones. A file
// within the file (altChunk) is not read, and told. Hidden are runs that Word hides (vanish), letters of two points or
// less, letters without fill or edge, and white letters on paper; styles are followed, also those that others are based
// on, and those that hold where none is named. White letters in text boxes, in tables whose style has a shade, and on a
// coloured page are not judged.
#pragma once

#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

Result<Extracted> extract_docx(std::string_view bytes, const Limits& limits);

}  // namespace textkin::extract
