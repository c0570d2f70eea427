// Segment: the file of a stretch of pass one: its documents, their band records, the problems met, and where reading
// goes on.
#pragma once

#include <memory>
#include <string>

#include "base/memory_records.h"
#include "engine/read/collection.h"
#include "engine/run/journal.h"
#include "engine/run/problem_log.h"
#include "input/blocks/read_position.h"
#include "store/segment_records.h"
#include "textkin/status.h"

namespace textkin::engine::read {

// Writes what has come since the last segment, and empties both tables. `after`: behind the last block that was taken
// in; `stage`: how far the run is with it.
Status write_segment(Collection& collection, run::Journal& journal, base::DocumentRecords& whole,
                     base::DocumentRecords& bands, run::ProblemLog& problems, input::Spool* spool,
                     const input::ReadPosition& after, store::Stage stage);

// Takes the segments that the journal holds into the collection; where reading goes on.
Result<input::ReadPosition> take_up_segments(Collection& collection, const run::Journal& journal,
                                             run::ProblemLog& problems, input::Spool* spool);

// The records of all segments, then those of `rest`, which may be null.
Result<std::unique_ptr<base::RecordPartitions>> segment_records(store::RecordKind kind, const run::Journal& journal,
                                                                std::unique_ptr<base::RecordPartitions> rest);

}  // namespace textkin::engine::read
