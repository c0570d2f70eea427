// What a door needs of the process: SIMD target, heap, interruption.
#pragma once

#include <cstdint>
#include <string_view>

#include "textkin/status.h"

namespace textkin::engine::run {

Status force_simd(std::string_view name);  // "auto", "avx512", "avx2", "sse4", "neon", "scalar"
void bound_heap(std::uint64_t memory);     // 0: half of the machine
unsigned most_threads();                   // that a run can have
void request_interrupt();                  // async-signal-safe: long work ends with kInterrupted
bool interrupted();
void forget_interrupt();  // before another run in the same process; none may be on its way

}  // namespace textkin::engine::run
