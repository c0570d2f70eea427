// Hashes that a person gives to features, to follow an example of a book digit by digit.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "textkin/status.h"

namespace textkin::engine::explain {

struct GivenHashes {
  std::uint32_t bits = 0;  // of each, 1 to 64
  std::unordered_map<std::string, std::uint64_t> of;
};

// Reads lines "FEATURE DIGITS": the digits 0 and 1 behind the last white space, as many in each line; what stands
// before is the feature as it is printed. kBadInput names the line of what is none, or of a feature that comes twice.
Result<GivenHashes> read_given_hashes(const std::string& path);

}  // namespace textkin::engine::explain
