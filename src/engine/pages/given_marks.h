// Marks of an earlier page of `textkin report`, to be given to a new one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/run/limits.h"
#include "report/pages/html_report.h"
#include "textkin/status.h"

namespace textkin::engine::pages {

// Reads files that pages gave out: a copy with marks, of which only the marks are taken, or the table of marks, taken
// as it is. The page reads them and says what it cannot use. Error: a file that cannot be read, is over 64 MiB, is no
// UTF-8 text, or is a page without marks, with its name and what to do; all together more than an eighth of `memory`.
Result<std::vector<report::GivenMarks>> read_given_marks(const std::vector<std::string>& files,
                                                         const run::GivenMemory& memory);

}  // namespace textkin::engine::pages
