// Highway's shared library (1.0.3) measures the resolution of its timer as it is loaded, 4 of the 14 ms that this
// program and each process that extracts a file's text take to begin. Only its benchmarks ask for it. A program's own
// function of that name comes before the library's; weak, so that a library that is linked into the program keeps its
// own.
#include <cstdint>

namespace hwy::platform {

[[gnu::weak, gnu::visibility("default")]] std::uint64_t TimerResolution();
std::uint64_t TimerResolution() { return 1; }

}  // namespace hwy::platform
