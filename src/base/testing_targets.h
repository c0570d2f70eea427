// For tests of kernels: the same with each of the vectors that this processor has.
#pragma once

#include <gtest/gtest.h>

#include "base/cpu.h"

namespace textkin::base {

// Calls body() with each of them, and without; at the end the choice is the processor's again.
template <class Body>
void on_every_target(Body body) {
  for (const char* const name : {"scalar", "neon", "sse4", "avx2", "avx512", "auto"}) {
    if (!force_simd(name).ok()) continue;
    SCOPED_TRACE(name);
    body();
  }
}

}  // namespace textkin::base
