// textkin report: the passages that documents share, as one HTML file for a person who decides.
#pragma once

#include <string>
#include <vector>

#include "engine/commands/passages.h"
#include "engine/pages/passage_page.h"
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
  pages::PageOptions page;
};

// Finds what passages() finds and writes the page of engine/pages/passage_page.h, or the table, to passages.output. A
// document's words are counted once, however many passages they are in. With --against, documents of INPUT are compared
// with each other and with those of --against, and these not with each other; with `kept`, unless it is null, with
// those, and with each other where passages.within says so.
Result<PassageStats> report_passages(const run::ReadOptions& options, const ReportOptions& wanted,
                                     write::Results& results, Progress& progress,
                                     const passages::KeptDocuments* kept = nullptr);

}  // namespace textkin::engine::commands
