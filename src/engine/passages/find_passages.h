// find_passages: texts -> fingerprints -> pairs that share one -> aligned passages. What `passages` and `report` are
// made of.
#pragma once

#include "engine/passages/found_passages.h"
#include "engine/passages/kept_documents.h"
#include "engine/passages/passage_options.h"
#include "engine/run/read_options.h"
#include "engine/run/stage_clock.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::passages {

// kInvalidArgument for a guarantee or a limit of common words that cannot be; kBadInput where no text was read at all
// (nothing_read.h). Refuses what
// --memory has no room for, with what would do: the passages themselves and the table of documents are held.
// `kept`, unless it is null, stand as --against would, where none may be given: they were cut by the same guarantee and
// words. Of them only those that share something are in the collection then, and only what INPUT has is told as common.
Result<FoundPassages> find_passages(const run::Reading& reading, const PassagesOptions& wanted, Progress& progress,
                                    run::StageClock& clock, const KeptDocuments* kept = nullptr);

}  // namespace textkin::engine::passages
