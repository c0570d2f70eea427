// The SIMD target of this process: chosen once at start, forced by a switch for tests.
//
// Every fast kernel has a scalar twin that gives the same bits; kernels ask `simd_enabled()` and otherwise go through
// Highway's dynamic dispatch, which `force_simd` narrows to one target.
// Threads: call `force_simd` before any kernel runs.
#pragma once

#include <string>
#include <string_view>

#include "textkin/status.h"

namespace textkin::base {

// "auto", "scalar", "neon", "sse4", "avx2" or "avx512". A target that this CPU lacks is refused with the list of those
// it has.
Status force_simd(std::string_view name);

// False where the scalar twins were forced.
bool simd_enabled();

// Name of the target that kernels run on now: one of the names above except "auto".
std::string simd_name();

// The names that `force_simd` accepts on this CPU, fastest first, "scalar" last.
std::string simd_choices();

}  // namespace textkin::base
