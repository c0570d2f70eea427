// OpenDocument text (OASIS OpenDocument 1.3): .odt, packed, and .fodt, one XML file.
//
// The text of the body, then foot- and endnotes, below a line of their own; where they are referred to stands a dagger.
// Text boxes and the text of shapes stand behind their paragraph. Left out: headers, footers, comments, readings of
// words (ruby), titles and descriptions of pictures, and what a tracked change has deleted. Hidden is what a style, a
// section or a field hides, letters of two points or less, letters without fill, and white letters on paper; styles are
// followed, also those that others derive from, and those that hold where none is named. White letters are not judged
// in text boxes, shapes and table cells with a style of their own, nor where a section, a table or some page has a
// ground.
#pragma once

#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

Result<Extracted> extract_odt(std::string_view bytes, const Limits& limits);

}  // namespace textkin::extract
