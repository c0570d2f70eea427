// Where verification gets feature sets from: memory while they are retained, else the text, read and shingled again.
#pragma once

#include "engine/read/collection.h"
#include "join/bands/identical.h"
#include "textkin/status.h"

namespace textkin::engine::read {

// One source a thread. `collection` must outlive them.
Result<FeatureSources> feature_sources(const Collection& collection);

// The sets of documents 0 .. documents, read again: in order, in blocks, each set ascending.
Status read_all_features(FeatureSources& sources, DocId documents,
                         std::vector<std::unique_ptr<FeatureBlock>>& blocks);

}  // namespace textkin::engine::read
