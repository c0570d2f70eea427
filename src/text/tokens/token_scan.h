// The tokenisers that look at characters one by one: unicode, ascii, whitespace. See word_scan.h for their kernels.
//
// Text is taken in chunks that stay in the first cache.
#pragma once

#include <memory>

#include "text/tokens/tokenizer.h"

namespace textkin::text {

// Maximal runs of letters, marks and digits; each character of a script without spaces alone (char_class.h).
std::unique_ptr<Tokenizer> make_unicode_tokens(const hash::Key& key);
// Maximal runs of bytes that are a-z, A-Z, 0-9 or at least 0x80.
std::unique_ptr<Tokenizer> make_ascii_tokens(const hash::Key& key);
// Maximal runs of characters that are not White_Space.
std::unique_ptr<Tokenizer> make_whitespace_tokens(const hash::Key& key);

}  // namespace textkin::text
