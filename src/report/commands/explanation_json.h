// An Explanation for programs.
#pragma once

#include <string>

#include "report/commands/explanation.h"

namespace textkin::report {

// Everything, as one object: documents, rows, sets, functions, signature, trace, plan, buckets, pairs.
std::string explain_json(const Explanation& explanation);

}  // namespace textkin::report
