// The text options as a user types them.
#pragma once

#include <string_view>

#include "textkin/status.h"
#include "textkin/text_spec.h"

namespace textkin::engine {

// "nfkc-casefold,strip-marks" and "word:5" into `spec`; its tokens are checked too.
Status parse_text_spec(std::string_view normalize, std::string_view shingle, TextSpec& spec);

}  // namespace textkin::engine
