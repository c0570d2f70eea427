// What the operating system says of the machine and of this process.
#pragma once

#include <cstdint>

namespace textkin::base {

std::uint64_t physical_memory();  // bytes; what the container or the machine has
std::uint64_t peak_memory();      // bytes: the largest resident set of this process so far

// Monotonic wall clock in seconds.
double now();

// Gives memory that was freed back to the system where more than half of `limit` is resident, so that one stage's peak
// does not stand beside the next one's.
void release_memory(std::uint64_t limit);

// Keeps the heap from holding on to what was freed where a process may have only `memory` bytes.
void bound_heap(std::uint64_t memory);

}  // namespace textkin::base
