// Rows of lists of sources: lines, and what their words say of them.
//
// Signs and numbers outweigh words in entries of all styles and scripts and do not in prose; reference_list.h has the
// rules. Cost: one pass over the words. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/lists/seen_words.h"

namespace textkin::text {

// A line of words.
struct Row {
  std::uint32_t first = 0;  // word
  std::uint64_t weight = 0;
  std::int64_t score = 0;  // positive: signs near a source outweigh words
  std::uint32_t sources = 0;
  bool heading = false;   // short, a paragraph of its own and no entry
  bool citation = false;  // as a note, whatever stands around it
  bool brief = false;     // half of its words have signs, one is a number: Ebd., 14. Palandt, § 433 Rn. 5
};

// Where `notes` begin with a number, a line that does not goes on with the one before: it is wrapped.
std::vector<Row> rows_of(const std::vector<Seen>& words, bool notes);

// Rows [begin, end) that are a list.
struct Stretch {
  std::size_t begin;
  std::size_t end;
};

// Those that are entries and what stands between them, from the first row on.
std::vector<Stretch> stretches_of(const std::vector<Row>& rows);

// Those that are citations, also brief ones, each by itself: of notes, where prose may stand between any two.
std::vector<Stretch> citations_of(const std::vector<Row>& rows);

}  // namespace textkin::text
