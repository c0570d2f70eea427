// Where verification gets feature sets from: memory while they are retained, else the text, read and shingled again.
#pragma once

#include "engine/collection.h"
#include "join/identical.h"
#include "textkin/status.h"

namespace textkin::engine {

// One source a thread. `collection` must outlive them.
Result<join::FeatureSources> feature_sources(const Collection& collection, const RunOptions& options);

}  // namespace textkin::engine
