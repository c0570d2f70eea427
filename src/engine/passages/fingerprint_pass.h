// The first pass over texts: words, what is excluded of them, and the fingerprints that winnowing chooses.
#pragma once

#include "align/winnow.h"
#include "base/spilling_records.h"
#include "engine/passages/found_passages.h"
#include "engine/run/read_options.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::passages {

// Reads the collection into `found`, whose exclusions and language are set, with its statistics and problems; records
// of align/fingerprint_join.h go to `fingerprints`.
Status read_fingerprints(const run::Reading& reading, const align::WinnowSpec& spec, Progress& progress,
                         base::SpillingRecords& fingerprints, FoundPassages& found);

}  // namespace textkin::engine::passages
