// Rich Text Format 1.9 (.rtf, and many a .doc): the text of the body with foot- and endnotes where they stand.
//
// Left out: headers, footers, comments, field codes, pictures, what a tracked change has deleted. Hidden are letters
// that the format hides (\v), of two points or less, and white ones on paper.
#pragma once

#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

Result<Extracted> extract_rtf(std::string_view bytes, const Limits& limits);

}  // namespace textkin::extract
