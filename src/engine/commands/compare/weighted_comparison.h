// The sets of two documents with their weights, and what is exactly known of them.
#pragma once

#include <string_view>

#include "engine/read/collection.h"
#include "report/commands/comparison.h"
#include "textkin/feature_set.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

// Whether documents have weights: of items, or as repeated shingles that are counted.
bool has_weights(const TextSpec& text);

// Whether the sketch of this name reads them.
bool reads_weights(std::string_view sketch);

// Documents 0 and 1 of `collection`, features ascending, read again with their weights; fills out.weighted.
Result<FeatureBlock> compare_weighted(const read::Collection& collection, report::Comparison& out);

}  // namespace textkin::engine::commands
