// The table of similarity measures. An addition is a file beside this one, its tests, and a row here.
#pragma once

#include <span>
#include <string_view>

#include "join/measures/measure.h"
#include "textkin/alias.h"
#include "textkin/status.h"

namespace textkin::join {

// Static objects, in the order in which they are told to users.
std::span<const Measure* const> measures();

// What the literature calls them: "resemblance", "overlap-coefficient".
std::span<const Alias> measure_aliases();

// By its name or an alias. kInvalidArgument names the nearest.
Result<const Measure*> find_measure(std::string_view name);

}  // namespace textkin::join
