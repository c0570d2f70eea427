// An Explanation in the forms that `textkin explain` writes.
#pragma once

#include <cstdint>
#include <string>

#include "textkin/explanation.h"

namespace textkin::report {

// For students: the steps in order. Tables are cut behind `show` rows, and say how many more there are.
std::string explain_text(const Explanation& explanation, std::uint64_t show);

// Everything, as one object: documents, rows, sets, functions, signature, trace, plan, buckets, pairs.
std::string explain_json(const Explanation& explanation);

}  // namespace textkin::report
