// VerifyCounts: how many pairs a search looked at, and how many of them it compared as sets.
#pragma once

#include <cstdint>

namespace textkin::join {

struct VerifyCounts {
  std::uint64_t candidates = 0;  // distinct pairs that were looked at
  std::uint64_t verified = 0;    // those whose sizes allow the threshold: compared
};

}  // namespace textkin::join
