// What every first pass over a collection begins and ends with: its sources, and ids that differ.
#pragma once

#include <cstdint>

#include "engine/collection.h"
#include "engine/options.h"
#include "textkin/status.h"

namespace textkin::engine {

// Lists INPUT's sources, then those of --against, into `collection`; adds their sizes to `total_bytes`.
Status list_inputs(const RunOptions& options, Collection& collection, std::uint64_t& total_bytes);

// See DocumentTable::make_unique; INPUT's ids and those of --against each for themselves.
Status make_ids_unique(Collection& collection, bool number);

}  // namespace textkin::engine
