#include "laws/law_checks.h"

#include <fmt/format.h>

#include <cmath>

namespace textkin::laws {

Status check_share(std::string_view option, double value) {
  if (value >= 0 && value <= 1) return {};
  return Status(Code::kInvalidArgument, fmt::format("{} {} is not from 0 to 1", option, value));
}

Status check_confidence(double confidence) {
  if (confidence > 0 && confidence < 1) return {};
  return Status(Code::kInvalidArgument, fmt::format("--confidence {} is not between 0 and 1", confidence));
}

Status check_matches(std::uint32_t matches, std::uint32_t hashes) {
  if (matches <= hashes) return {};
  return Status(Code::kInvalidArgument, fmt::format("--matches {} is more than --hashes {}", matches, hashes));
}

Status check_moments(std::span<const double> orders) {
  for (const double order : orders)
    if (!(order > 0) || !std::isfinite(order))
      return Status(Code::kInvalidArgument, fmt::format("--moment {}: the order of a moment is above 0", order));
  return {};
}

}  // namespace textkin::laws
