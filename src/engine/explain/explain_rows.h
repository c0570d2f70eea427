// The characteristic matrix of a collection: its shingles as numbered rows.
#pragma once

#include <string>

#include "engine/run/read_options.h"
#include "report/commands/explanation.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::explain {

// Fills spec, ids, rows, texts and sets; hashes are those of explanation.shingle_hash. `order` is that of
// ExplainOptions; kInvalidArgument where it is a list that is not one of the rows.
Status fill_rows(const run::Reading& reading, const std::string& order, Progress& progress,
                 report::Explanation& explanation);

}  // namespace textkin::engine::explain
