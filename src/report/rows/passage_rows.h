// Rows of `textkin passages`.
#pragma once

#include <string_view>

#include "report/rows/table.h"
#include "textkin/passage.h"

namespace textkin::report {

// A passage with the ids of its documents.
struct PassageRow {
  std::string_view a;
  std::string_view b;
  const Passage& passage;
};

template <>
inline constexpr auto kColumns<PassageRow> = std::tuple{
    Column{"a", &PassageRow::a},
    Column{"b", &PassageRow::b},
    Column{"a_offset", [](const PassageRow& row) { return row.passage.a_offset; }},
    Column{"a_length", [](const PassageRow& row) { return row.passage.a_length; }},
    Column{"b_offset", [](const PassageRow& row) { return row.passage.b_offset; }},
    Column{"b_length", [](const PassageRow& row) { return row.passage.b_length; }},
    Column{"a_words", [](const PassageRow& row) { return row.passage.a_words; }},
    Column{"b_words", [](const PassageRow& row) { return row.passage.b_words; }},
    Column{"identity", [](const PassageRow& row) { return row.passage.identity(); }},
};

}  // namespace textkin::report
