// How many threads a parallel loop or a pipeline can have, where the machine has no more.
#pragma once

namespace textkin::base {

inline constexpr unsigned kMostThreads = 256;  // TBB gives more on machines of more than 64 cores only

}  // namespace textkin::base
