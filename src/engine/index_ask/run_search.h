// The answers by runs of words: for thresholds, and measures, that bands promise nothing for.
#pragma once

#include "engine/index_ask/found_matches.h"
#include "engine/index_ask/run_finder.h"
#include "engine/run/read_options.h"
#include "textkin/feature_set.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::index_ask {

// Of indexes that keep fingerprints and whose shingles_are_runs(), by a RunFinder a thread. `keeps_answers`: how sure
// each is, is kept. Memory: as of a pass over texts. `sets`: of all questions, each ascending, go there; kExhausted
// where they need more than search_exactly() may have of the memory; null: nowhere.
Result<FoundMatches> search_runs(const run::Reading& reading, const IndexUnion& indexes, const Question& question,
                                 bool keeps_answers, FeatureBlock* sets, Progress& progress);

}  // namespace textkin::engine::index_ask
