// From found pairs to who stays: at the threshold of the run, or at a higher one, which all pairs of the run serve too.
#pragma once

#include <vector>

#include "engine/find/search_goal.h"
#include "engine/find/search_run.h"
#include "engine/write/memory_result.h"
#include "engine/write/results.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::engine::cleanup {

// `want`: what the join was asked for. `at` 0: the threshold of the run. Where that found all pairs, `results` are
// given them too, if they keep them. Threshold and number of pairs in the search's statistics are from then on those of
// the decision. Cost: O(pairs log pairs).
Result<std::vector<KeepDecision>> decide(find::SearchRun& search, find::PairsWanted want, double at,
                                         write::Results& results);

// What clean_up() would have decided at a higher threshold. kInvalidArgument where `answer` does not know all pairs
// from that on. Memory: 20 bytes a pair for the while.
Result<write::DecisionColumns> decide_again(const write::MemoryResult& answer, double at);

}  // namespace textkin::engine::cleanup
