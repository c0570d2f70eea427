// An Explanation for people to read.
#pragma once

#include <cstdint>
#include <string>

#include "report/commands/explanation.h"

namespace textkin::report {

// For students: the steps in order. Tables are cut behind `show` rows, and say how many more there are.
std::string explain_text(const Explanation& explanation, std::uint64_t show);

}  // namespace textkin::report
