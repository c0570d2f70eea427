// textkin report: the passages that documents share, as one HTML file for a person who decides.
#pragma once

#include <string>
#include <vector>

#include "engine/commands/passages.h"
#include "engine/run/read_options.h"
#include "engine/write/results.h"
#include "textkin/passage.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

struct ReportOptions {
  passages::PassagesOptions passages;  // format: "html"; "tsv" or "jsonl": the table of all pairs alone
  bool only_against = false;           // documents of INPUT with those of --against alone, not with each other
  std::vector<std::string> marks;      // files of marks for the page, as read_given_marks takes them
  bool pseudonyms = false;             // "document 17", by the position in the input, instead of ids; no names of files
  std::string command;                 // that makes the page again, for a person; empty: none is told
};

// Finds what passages() finds and writes the page of report/pages/html_report.h to passages.output. The 10,000 pairs with
// the longest passages are on it, with their texts as long as these are 64 MiB together; the page says what is left
// out. A document's words are counted once, however many passages they are in. Pairs that share only what is excluded
// come last on the page, and are not in the table. With --against, documents of INPUT are compared with each other and
// with those of --against, and these not with each other.
Result<PassageStats> report_passages(const run::ReadOptions& options, const ReportOptions& wanted,
                                     write::Results& results, Progress& progress);

}  // namespace textkin::engine::commands
