// Files that are text already, in any charset; and those that look like text but say little as it stands.
#pragma once

#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

Result<Extracted> extract_plain_text(std::string_view bytes, const Limits& limits);

// Word processors' files that nothing here reads; says so, and what to do.
Result<Extracted> refuse_other_document(std::string_view bytes, const Limits& limits);
Result<Extracted> refuse_old_word(std::string_view bytes, const Limits& limits);
Result<Extracted> refuse_apple(std::string_view bytes, const Limits& limits);

}  // namespace textkin::extract
