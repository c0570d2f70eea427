// The XML form of PAN's text alignment: one document for a pair, a `feature` a passage; offsets in characters. `a` is
// the suspicious text, `b` the source.
#pragma once

#include <string>
#include <string_view>

#include "textkin/passage.h"

namespace textkin::report {

void append_pan_begin(std::string_view a, std::string& out);
void append_pan_feature(std::string_view b, const Passage& passage, std::string& out);
void append_pan_end(std::string& out);

}  // namespace textkin::report
