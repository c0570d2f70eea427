// Rows of `textkin pairs` in each format of the catalogue.
#pragma once

#include <string>

#include "report/catalog.h"

namespace textkin::report {

void append_tsv_header(bool with_p_value, std::string& out);
void append_tsv_row(const PairRow& row, std::string& out);
void append_jsonl_header(bool with_p_value, std::string& out);
void append_jsonl_row(const PairRow& row, std::string& out);

}  // namespace textkin::report
