// What HTML and Markdown call a space and a letter: those of ASCII.
#pragma once

#include "base/ascii.h"

namespace textkin::extract {

using base::is_letter;
using base::is_space;

}  // namespace textkin::extract
