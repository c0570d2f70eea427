// Rows of `textkin report --format tsv|jsonl`: the page's table of pairs for a spreadsheet.
#pragma once

#include <string>

#include "report/pages/html_report.h"

namespace textkin::report {

// a, b, longest, matched_a, matched_b, words_a, words_b, share_a, share_b, passages.
void append_ranking_header(std::string& out);
void append_ranking_tsv(const Page& page, const PagePair& pair, std::string& out);
void append_ranking_jsonl(const Page& page, const PagePair& pair, std::string& out);

}  // namespace textkin::report
