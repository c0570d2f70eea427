// Options that a run directory knows: `join` and `cluster` need not be told them again.
#pragma once

#include <string>
#include <vector>

#include "textkin/status.h"

namespace textkin::cli {

// What was typed (without the program's name), with the recorded options put in behind the command where it is one that
// goes on in a run directory. An option that is typed again is not put in.
Result<std::vector<std::string>> with_recorded_options(std::vector<std::string> typed);

}  // namespace textkin::cli
