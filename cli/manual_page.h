// The manual page, textkin(1): every command and option, in the words of the help.
#pragma once

#include <string>
#include <vector>

#include "typed_words.h"

namespace textkin::cli {

// As man reads it (roff with the macros of man).
std::string manual_page(const std::vector<CommandWords>& commands);

}  // namespace textkin::cli
