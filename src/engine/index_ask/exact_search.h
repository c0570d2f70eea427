// The exact answer: every text of an index is read and joined with the questions, which must fit in memory.
#pragma once

#include "archive/archive.h"
#include "engine/index/finder.h"
#include "engine/index/index_union.h"
#include "engine/index_ask/found_matches.h"
#include "engine/run/read_options.h"
#include "join/measures/threshold.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::index_ask {

// All pairs, certainly, of the documents that it is about; of each question the `top` most alike, where that is asked
// for. kExhausted where the questions' sets do not fit, with what would do. Cost: about that of `pairs --exact` of the
// whole index.
Result<FoundMatches> search_exactly(const run::Reading& reading, const IndexUnion& indexes, const Question& question,
                                    Progress& progress);

}  // namespace textkin::engine::index_ask
