// textkin index passages and index report: which passages of new texts stand in the documents of an index.
#pragma once

#include "engine/commands/passage_report.h"
#include "engine/commands/passages.h"
#include "engine/index_passages/kept_in_index.h"
#include "engine/run/read_options.h"
#include "engine/write/results.h"
#include "textkin/passage.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::index_passages {

// The rows of commands::passages() of INPUT against the documents that the index has, in the order of adding: documents
// of INPUT are not compared with each other, nor those of the index. What a word is, its key and the guarantee are the
// index's, whatever stands in `asked` and `found`. Errors besides: kInvalidArgument for an index that was made without
// passages, and as IndexUnion's.
Result<PassageStats> passages(const run::ReadOptions& asked, const KeptOptions& kept,
                              const passages::PassagesOptions& found, write::Results& results, Progress& progress);

// The page of commands::report_passages() of the same.
Result<PassageStats> report(const run::ReadOptions& asked, const KeptOptions& kept,
                            const commands::ReportOptions& wanted, write::Results& results, Progress& progress);

}  // namespace textkin::engine::index_passages
