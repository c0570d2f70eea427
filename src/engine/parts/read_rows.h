// read_rows, read_lines: rows in memory as a run reads them, without a run: which of them can be used, and of lines of
// JSON what stands in them. For a door that has to know before the documents go on their way to many machines.
//
// Verdicts and texts are those of the reader itself (input/reading/record_parser.h); invalid UTF-8 that would end a run
// is a reason here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/run/read_options.h"
#include "textkin/memory_source.h"
#include "textkin/status.h"

namespace textkin::engine::parts {

struct RefusedRow {
  std::uint64_t row = 0;
  std::string reason;  // a word of input/blocks/problem.h
  std::string what;    // for a person: what is wrong, and what became of it
};

// Strings one behind the other, and where each ends; the first end is 0: the layout of an Arrow column.
struct PackedStrings {
  std::string bytes;
  std::vector<std::int64_t> ends{0};
  void add(std::string_view text) {
    bytes += text;
    ends.push_back(static_cast<std::int64_t>(bytes.size()));
  }
};

// Columns with an entry a line.
struct ReadLines {
  std::vector<RefusedRow> refused;   // ascending
  std::vector<std::uint8_t> usable;  // 0: refused, or of white space only
  std::vector<std::uint8_t> named;   // 1: the record has an id
  PackedStrings ids;                 // empty where there is none
  PackedStrings texts;
  std::vector<double> numbers;        // of the field: NaN where it is no number
  std::vector<std::int16_t> beyond;   // how far the integer lies beyond that double (textkin/field_value.h)
  std::vector<std::uint8_t> textual;  // 1: it is a text
  PackedStrings values;               // that text
};

// Rows that hold texts. Cost: one pass over their bytes.
Result<std::vector<RefusedRow>> read_rows(const run::ReadOptions& options, const MemorySource& rows);

// Rows that hold a line of JSONL each, without its line end; kInvalidArgument where one has several. The fields are
// those of the options: text, id, and value where it names one. Memory: twice the bytes of the lines.
Result<ReadLines> read_lines(const run::ReadOptions& options, const MemorySource& lines);

}  // namespace textkin::engine::parts
