// The page of `textkin report`: what was found, ranked, with the texts in which it stands.
//
// The 10,000 pairs with the longest passages are on it, programs by their similarity, with their texts as long as these
// are 64 MiB together; the page says what is left out. Texts are read again, one at a time, and written as they come.
// Pairs that share only what is excluded come last, and are not in the table.
#pragma once

#include <string>
#include <vector>

#include "base/output_file.h"
#include "engine/passages/found_passages.h"
#include "engine/run/input_options.h"
#include "report/pages/html_report.h"
#include "report/rows/ranking_rows.h"
#include "report/rows/table_file.h"
#include "textkin/status.h"

namespace textkin::engine::pages {

struct PageOptions {
  bool pseudonyms = false;  // "document 17", by the position in the input, instead of ids; no names of files
  std::string command;      // that makes the page again, for a person; empty: none is told
};

using RankingFile = report::TableFile<report::RankingRow>;

// Both commit the file. Errors: kBadInput for a text that changed since it was read, kExhausted with what would do
// where ids and notes are more than memory has room for, and those of writing; then nothing is there under its name.

// A row for each pair.
Status write_ranking(const passages::FoundPassages& found, const PageOptions& wanted, RankingFile& table);
// The page of report/pages/html_report.h. `marks`: what read_given_marks read.
Status write_page(const passages::FoundPassages& found, const PageOptions& wanted, const run::InputOptions& inputs,
                  const std::vector<report::GivenMarks>& marks, base::OutputFile& file);

}  // namespace textkin::engine::pages
