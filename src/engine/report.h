// textkin report: the passages that documents share, as one HTML file for a person who decides.
#pragma once

#include <string>

#include "engine/options.h"
#include "engine/passages.h"
#include "textkin/passage.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine {

// Finds what passages() finds and writes the page of report/html_report.h to wanted.output (wanted.format is not
// looked at). The 500 pairs with the longest passages are on it, with their texts as long as these are 64 MiB together;
// the page says what is left out. A document's words are counted once, however many passages they are in.
Result<PassageStats> report_passages(const RunOptions& options, const PassagesOptions& wanted, Progress& progress);

}  // namespace textkin::engine
