// The text options as a user types them.
#pragma once

#include <string_view>

#include "textkin/status.h"
#include "textkin/text_spec.h"

namespace textkin::engine {

// "nfkc-casefold,strip-marks" and "word:5" into `spec`; what else it names is checked too. Where stop_words is no list of
// the catalogue but a file, that is read into stop_list.
Status parse_text_spec(std::string_view normalize, std::string_view shingle, TextSpec& spec);

}  // namespace textkin::engine
