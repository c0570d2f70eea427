// SimHashSteps for programs.
#pragma once

#include <string>

#include "report/commands/simhash_steps.h"

namespace textkin::report {

// One object; every feature of every document.
std::string simhash_steps_json(const SimHashSteps& steps);

}  // namespace textkin::report
