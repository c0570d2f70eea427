// StoredSets: what an index keeps of a document instead of its text, where it was made with --store sets: its features,
// ascending, 8 bytes each; or with --store none: its keys, without those of passages.
//
// Features verify as the text would, and give the keys anew; they show nothing, and nobody who lacks the key can tell a
// text from them but one that he guesses. Keys are the features of a set of fewer than archive::kShort, and else cells,
// of which estimates are made (estimated_overlap.h). Threads: no state shared.
#pragma once

#include <memory>
#include <string>

#include "engine/index/index_spec.h"
#include "textkin/feature_set.h"
#include "textkin/shingler.h"
#include "textkin/status.h"

namespace textkin::engine::index {

// `set` ascends.
std::string stored_set(FeatureView set);

// Of what the index keeps of a document: the features of its text. With --store none of a short one alone.
Result<std::unique_ptr<Shingler>> shingler_of_stored(const IndexSpec& spec);

// kInvalidArgument where it keeps no texts; `what` needs them, and `instead` may be done.
Status check_keeps_texts(const IndexSpec& spec, const std::string& folder, const char* what, const char* instead);

// The same where it keeps nothing that could be compared. `option`: that asks for it.
Status check_compares(const IndexSpec& spec, const std::string& folder, const char* option);

}  // namespace textkin::engine::index
