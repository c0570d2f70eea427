// textkin passages: the passages that documents of a collection share, or that they share with another collection.
#pragma once

#include "engine/passages/kept_documents.h"
#include "engine/passages/passage_options.h"
#include "engine/run/read_options.h"
#include "engine/write/results.h"
#include "textkin/passage.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

// Every run of align.guarantee words or more that two documents share is inside a passage, unless its fingerprints are
// common ones. Rows by the positions of a, then b, then offsets; a before b in input order, with --against only
// pairs of an INPUT document (a) with an --against document (b). `kept`, unless it is null, stand as --against would.
Result<PassageStats> passages(const run::ReadOptions& options, const passages::PassagesOptions& wanted,
                              write::Results& results, Progress& progress,
                              const passages::KeptDocuments* kept = nullptr);

}  // namespace textkin::engine::commands
