// OpenDocument text (OASIS OpenDocument 1.3): .odt, packed, and .fodt, one XML file.
//
// The text of the body, then foot- and endnotes, below a line of their own; where they are referred to stands a dagger.
// Text boxes stand behind their paragraph. Left out: headers, footers, comments, readings of words (ruby), titles and
// descriptions of pictures, and what a tracked change has deleted. Hidden is what a style, a section or a field hides,
// letters of two points or less, and white letters on paper; styles are followed, also those that others derive from,
// and those that hold where none is named. Text boxes and table cells with a style of their own
// are not judged by the colour of their letters.
#pragma once

#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

Result<Extracted> extract_odt(std::string_view bytes, const Limits& limits);

}  // namespace textkin::extract
