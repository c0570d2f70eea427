// A Comparison for a person, or as JSON.
#pragma once

#include <string>

#include "textkin/comparison.h"

namespace textkin::report {

std::string compare_text(const Comparison& comparison);
std::string compare_json(const Comparison& comparison);

}  // namespace textkin::report
