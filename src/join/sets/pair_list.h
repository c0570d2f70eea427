// Pair lists: the shares of several threads become one list whose order tells nothing about the threads.
#pragma once

#include <vector>

#include "textkin/pair.h"

namespace textkin::join {

// Moves all pairs into one list, ascending by (a, b).
std::vector<VerifiedPair> merge_pairs(std::vector<std::vector<VerifiedPair>> shares);

}  // namespace textkin::join
