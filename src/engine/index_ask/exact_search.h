// The exact answer: every text of an index is read and joined with the questions, which must fit in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

// The same of questions whose sets are there, each ascending; the collection of what is found stays empty.
Result<FoundMatches> search_exactly(const run::Reading& reading, const IndexUnion& indexes, const Question& question,
                                    std::vector<FeatureView> asked, Progress& progress);

// What of the memory questions' sets may take, and what is said where they need more.
std::uint64_t most_of_sets(const run::Reading& reading);
std::string too_many_questions(const run::Reading& reading);

}  // namespace textkin::engine::index_ask
