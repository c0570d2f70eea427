// Kernels of DistinctFilter: which features of a row may have come before, and whether one has. Private to it.
//
// In each target's code because of the vectors that look for one feature. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>

#include "textkin/feature_set.h"

namespace textkin::text {

// Sets for each feature the bit of `marks` that its first bits name, those above `shift`. Puts the places of features
// whose bit was set by then into `met`, which has room for `count` + 1, and returns how many.
std::size_t places_met(const Feature* features, std::size_t count, int shift, std::uint64_t* marks,
                       std::uint32_t* met);

bool occurs(const Feature* features, std::size_t count, Feature wanted);

}  // namespace textkin::text
