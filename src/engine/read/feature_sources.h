// Where verification gets feature sets from: memory while they are retained, else the text, read and shingled again.
#pragma once

#include "engine/read/collection.h"
#include "join/bands/identical.h"
#include "textkin/status.h"

namespace textkin::engine::read {

// One source a thread. `collection` must outlive them.
Result<FeatureSources> feature_sources(const Collection& collection);

// The same for those who compare sets with each other and nothing else. What is read again is hashed with a secret that
// is drawn now: how much two sets share does not depend on it, and nobody can have prepared texts for it.
Result<FeatureSources> verifying_sources(const Collection& collection);

// The sets of documents 0 .. documents, read again: in order, in blocks, each set ascending.
Status read_all_features(FeatureSources& sources, DocId documents, std::vector<std::unique_ptr<FeatureBlock>>& blocks);

}  // namespace textkin::engine::read
