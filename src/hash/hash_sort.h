// Sorting of some dozens of hashes, as a set of features is.
//
// Promise: the order of base::sort, whatever the values. Cost: half of base::sort's for 24 to 95 values that are spread
// evenly, as hashes are (Highway 1.0.3 asks the kernel for random numbers once a sort); else base::sort's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace textkin::hash {

void sort_hashes(std::uint64_t* hashes, std::size_t count);

}  // namespace textkin::hash
