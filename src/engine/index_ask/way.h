// Way: how a question is answered.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/index/index_union.h"
#include "join/measures/threshold.h"
#include "textkin/status.h"

namespace textkin::engine::index_ask {

enum class Way : std::uint8_t {
  kBands,  // by the keys of bands, and of short sets: Finder
  kRuns,   // by runs of words: RunFinder
  kExact,  // every text is read
};

// What costs least and has a recall to state. kInvalidArgument, with what to do, where nothing but reading every text
// would do, and `exact` does not say so. `folders`: for the message.
Result<Way> way_of(const join::Threshold& threshold, bool exact, const index::IndexUnion& indexes,
                   const std::vector<std::string>& folders);

}  // namespace textkin::engine::index_ask
