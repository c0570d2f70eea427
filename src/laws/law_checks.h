// Checks that the questions of `textkin law` have in common.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "textkin/status.h"

namespace textkin::laws {

Status check_share(std::string_view option, double value);  // 0 <= value <= 1
Status check_confidence(double confidence);                 // between 0 and 1
Status check_matches(std::uint32_t matches, std::uint32_t hashes);
Status check_moments(std::span<const double> orders);  // above 0, and finite

}  // namespace textkin::laws
