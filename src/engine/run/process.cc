#include "engine/run/process.h"

#include <algorithm>

#include "base/cpu.h"
#include "base/machine.h"
#include "base/most_threads.h"
#include "base/parallel.h"

namespace textkin::engine::run {

Status force_simd(std::string_view name) { return base::force_simd(name); }
void bound_heap(std::uint64_t memory) { base::bound_heap(memory != 0 ? memory : base::physical_memory() / 2); }
unsigned most_threads() { return std::max(base::kMostThreads, base::hardware_threads()); }
void request_interrupt() { base::request_interrupt(); }
bool interrupted() { return base::interrupted(); }
void forget_interrupt() { base::forget_interrupt(); }

}  // namespace textkin::engine::run
