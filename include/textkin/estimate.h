// Estimate: a number that says how sure it is. Never a bare double.
#pragma once

#include <string_view>

namespace textkin {

struct Interval {
  double lower = 0;
  double upper = 1;
};

// A similarity. Exact: lower == value == upper and confidence 1. Sketched: the interval holds the true value with
// at least the stated confidence.
struct Estimate {
  double value = 0;
  double lower = 0;
  double upper = 1;
  double confidence = 0;
  std::string_view measure = "jaccard";
  bool exact = false;
};

}  // namespace textkin
