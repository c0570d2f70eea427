#include "join/measures/threshold.h"

#include <cmath>
#include <string>

namespace textkin::join {
namespace {

constexpr double kLargestOverlap = 0xFFFFFFFFu;

}  // namespace

Status check_threshold(const Threshold& threshold) {
  const double t = threshold.value;
  if (threshold.measure->kind == Measure::Kind::kCount) {
    if (t >= 1 && t <= kLargestOverlap && t == std::floor(t)) return {};
    return Status(Code::kInvalidArgument,
                  "the threshold is " + std::to_string(t) + "; of an overlap it is a count, 1 or more");
  }
  if (t > 0 && t <= 1) return {};
  return Status(Code::kInvalidArgument, "the threshold is " + std::to_string(t) + "; it must be above 0 and at most 1");
}

}  // namespace textkin::join
