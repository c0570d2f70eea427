// Notebooks of Jupyter (.ipynb, versions 3 and 4): what somebody wrote into their cells, in order, an empty line
// between two.
//
// All else of such a file is JSON that programs write: what the code answered, pictures, versions. Any two notebooks
// share a hundred words of it. A note says of how many cells answers are left out. UTF-8 only, as the format has it.
// One whose cells, or the text of one, are there twice is refused. Cost: 1 ns a byte.
#pragma once

#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

Result<Extracted> extract_notebook(std::string_view bytes, const Limits& limits);

}  // namespace textkin::extract
