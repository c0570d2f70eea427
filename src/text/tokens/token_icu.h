// The tokeniser of ICU. Slow, and its words may change with the release of ICU.
#pragma once

#include <memory>

#include "text/tokens/tokenizer.h"

namespace textkin::text {

// The words among the segments of UAX 29, with ICU's dictionaries, root locale.
std::unique_ptr<Tokenizer> make_icu_tokens(const hash::Key& key);

}  // namespace textkin::text
