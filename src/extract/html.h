// Web pages: what a browser shows of the body without running scripts or fetching anything.
//
// The charset is found as decode() says, with that of a <meta>. Left out: head, scripts, styles, templates, lists of
// what may be filled in, comments, what stands for a film or a gauge that cannot be shown, what drawings and formulas
// say to programs, and the short readings above words (<rt>, furigana), of which a note tells; <q> has its quotation
// marks. Hidden is what the elements themselves say (the attributes `hidden` and `popover`; a <dialog> that is not
// open; an <object> of some file; in `style`: display, visibility, opacity, letters of two points or less, transparent
// ones, white ones on paper). Style sheets are not read; where one may set the ground, white letters are not judged.
// Elements nested deeper than limits.depth, or with more than limits.attributes, are refused before Gumbo sees them,
// since its time grows with the square of both. Cost: 20 to 50 ns a byte.
#pragma once

#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

Result<Extracted> extract_html(std::string_view bytes, const Limits& limits);

}  // namespace textkin::extract
