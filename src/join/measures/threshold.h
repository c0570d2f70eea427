// Threshold: alike is what has at least this similarity.
#pragma once

#include "join/measures/jaccard.h"
#include "join/measures/measure.h"
#include "textkin/status.h"

namespace textkin::join {

// Above 0 and at most 1; of a count, a whole number from 1 on.
struct Threshold {
  double value;
  const Measure* measure;
  Threshold(double least = 0.8, const Measure& by = kJaccard) : value(least), measure(&by) {}

  double least_jaccard() const { return measure->least_jaccard(value); }
};

// kInvalidArgument for one that cannot be: at 0 every pair would be wanted, and no filter could find them.
Status check_threshold(const Threshold& threshold);

}  // namespace textkin::join
