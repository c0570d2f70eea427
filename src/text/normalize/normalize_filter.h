// The normalisers that look at one character at a time.
//
// Each takes one pass over the text and calls nothing; what follows from ASCII alone is said by ascii_effect().
#pragma once

#include <memory>

#include "text/normalize/normalizer.h"

namespace textkin::text {

// A-Z to a-z.
std::unique_ptr<Normalizer> make_ascii_lower();
// Punctuation (category P*) dropped; a space for what parts words in Ethiopic, Tibetan and old scripts.
std::unique_ptr<Normalizer> make_strip_punctuation();
// White_Space dropped.
std::unique_ptr<Normalizer> make_strip_space();
// Each run of White_Space made one U+0020, and none left at either end.
std::unique_ptr<Normalizer> make_collapse_space();
// Nothing.
std::unique_ptr<Normalizer> make_none();

}  // namespace textkin::text
