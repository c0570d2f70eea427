// Rows of `textkin passages`.
#pragma once

#include <string>
#include <string_view>

#include "textkin/passage.h"

namespace textkin::report {

// a, b, a_offset, a_length, b_offset, b_length, a_words, b_words, identity.
void append_passage_header(std::string& out);
void append_passage_tsv(std::string_view a, std::string_view b, const Passage& passage, std::string& out);
void append_passage_jsonl(std::string_view a, std::string_view b, const Passage& passage, std::string& out);

// The XML form of PAN's text alignment: one document for a pair, a `feature` a passage; offsets in characters. `a` is
// the suspicious text, `b` the source.
void append_pan_begin(std::string_view a, std::string& out);
void append_pan_feature(std::string_view b, const Passage& passage, std::string& out);
void append_pan_end(std::string& out);

std::string passage_stats_json(const PassageStats& stats);
std::string passage_summary(const PassageStats& stats);

}  // namespace textkin::report
