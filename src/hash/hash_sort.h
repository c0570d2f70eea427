// Sorting of some hundred hashes, as a set of features is.
//
// Promise: the order of base::sort, whatever the values. Cost: for 24 to 1,024 values that are spread evenly, as hashes
// are, half of base::sort's for some dozens and four fifths for hundreds (Highway 1.0.3 asks the kernel for random
// numbers once a sort), and half of that again with AVX-512; else base::sort's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace textkin::hash {

// `zeros`: bits that are 0 at the upper end of each, behind which they are spread; fewer than 64.
void sort_hashes(std::uint64_t* hashes, std::size_t count, unsigned zeros = 0);

}  // namespace textkin::hash
