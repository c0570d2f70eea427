// The table of similarity measures. An addition is a file beside this one, its tests, and a row here.
#pragma once

#include <span>
#include <string_view>

#include "join/measures/measure.h"
#include "textkin/status.h"

namespace textkin::join {

// Static objects, in the order in which they are told to users.
std::span<const Measure* const> measures();

// kInvalidArgument names the nearest.
Result<const Measure*> find_measure(std::string_view name);

}  // namespace textkin::join
