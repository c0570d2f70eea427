// Word's .docx (ECMA-376, WordprocessingML): the text of the body, then foot- and endnotes.
//
// Left out: headers, footers, comments, field codes, and what a tracked change has deleted. Hidden are runs that Word
// hides (vanish), letters of two points or less, and white letters on paper; styles are followed, also those that
// others are based on. White letters in text boxes, in tables whose style has a shade, and on a coloured page are not
// judged.
#pragma once

#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

Result<Extracted> extract_docx(std::string_view bytes, const Limits& limits);

}  // namespace textkin::extract
