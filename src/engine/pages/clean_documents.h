// Documents that share nothing with any other, for the page: who is read and has nothing in common with others is
// named.
//
// The first 10,000 of INPUT, and names and notes of 1 MiB; the others are counted. Their texts are read again, 64 MiB
// of them, for what keeps a text from being compared; of the rest only is told what reading noted. Threads: one.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/pages/page_names.h"
#include "engine/passages/found_passages.h"
#include "report/pages/html_report.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::engine::pages {

struct CleanDocuments {
  std::vector<report::CleanDocument> named;
  std::uint64_t all = 0;
  std::uint64_t bytes = 0;  // that `named` holds
};

// Of the first `own` documents those that are in no pair, counted or not. Errors: kBadInput for a text that changed
// since it was read, and those of reading.
Result<CleanDocuments> clean_documents(const passages::FoundPassages& found, DocId own, const PageNames& names);

}  // namespace textkin::engine::pages
