// Lines: each line is a document, and the text is the line. An empty line is an empty document. A document is called by
// its place, FILE:LINE. Sets are lines too: what a set a line is, the text options say.
#pragma once

#include "input/formats/format.h"

namespace textkin::input {

const Format& lines_format();

}  // namespace textkin::input
