// Short sets of an index: those of fewer than archive::kShort features, which have a key a feature and are found for
// certain.
#pragma once

#include <cstdint>
#include <vector>

#include "archive/key_lists.h"
#include "engine/index/question.h"
#include "join/measures/threshold.h"
#include "textkin/document.h"
#include "textkin/feature_set.h"
#include "textkin/status.h"

namespace textkin::engine::index {

// Adds the documents that have one of so many features of `set`, the rarest, that every short set that is alike to it
// has one of them (Chaudhuri et al. 2006); a document as often as it has one of them. How many features were asked for.
// kExhausted where they are more than the question's memory holds, with what would do.
Result<std::uint64_t> ask_short_sets(const archive::KeyDirectory& keys, FeatureView set, const Question& question,
                                     join::Part part, std::vector<DocId>& out);

// Adds the documents of the records.
Status append_documents(const std::vector<archive::Stretch>& stretches, std::vector<DocId>& out);

}  // namespace textkin::engine::index
