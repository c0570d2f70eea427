// Pair lists: the shares of several threads become one list whose order tells nothing about the threads.
#pragma once

#include <vector>

#include "textkin/pair.h"
#include "textkin/status.h"

namespace textkin::join {

// Moves all pairs into one list, ascending by (a, b).
std::vector<VerifiedPair> merge_pairs(std::vector<std::vector<VerifiedPair>> shares);

// kInvalidArgument unless the threshold is above 0 and at most 1, or, of an overlap, a whole number from 1 on: at 0
// every pair would be wanted, and no filter could find them.
Status check_threshold(const Threshold& threshold);

}  // namespace textkin::join
