// textkin trim: repeated passages, lines, paragraphs or sentences taken out of documents, across them and inside one.
//
// Three looks at the texts: marks of pieces tell which may be repeated; those are grouped by their hashes, and what
// stays is chosen in the order of the keep rule; what goes is compared word by word with what stays, and cut out.
#pragma once

#include "engine/run/read_options.h"
#include "engine/trim/trim_options.h"
#include "engine/write/results.h"
#include "textkin/progress.h"
#include "textkin/status.h"
#include "textkin/trim_stats.h"

namespace textkin::engine::trim {

// `command`: what the statistics call it. kInvalidArgument for options or inputs that cannot be; kExhausted where
// --memory will not do, with what would.
Result<TrimStats> trim(const std::string& command, const run::ReadOptions& asked, const TrimOptions& wanted,
                       write::Results& results, Progress& progress);

}  // namespace textkin::engine::trim
