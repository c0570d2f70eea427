// sketch_rows: rows of text -> by which signatures they meet. The map stage where a collection is spread over many
// machines; the run itself then works on whole components, as it does on any collection.
//
// The rows are read, normalised, shingled, sketched and banded as the first pass of a run would do it, so what is
// connected here is connected there. Nothing depends on which rows stand together, on threads or on memory.
#pragma once

#include <cstdint>
#include <vector>

#include "base/sort.h"
#include "engine/run/options.h"
#include "join/bands/links.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::parts {

// Of a row that no bucket can hold: its text is empty, or cannot be used.
inline constexpr std::uint64_t kNoNode = 0;

struct SketchedRows {
  std::vector<std::uint64_t> nodes;  // a row each (join/bands/links.h)
  // Value = node, key = band key, ascending. All of them, so that which rows were given together does not show: a task
  // that runs again with its rows in another order, of which only a part is taken, still completes what others took.
  std::vector<base::KeyValue> records;
  std::uint64_t documents = 0;  // usable ones
  std::uint64_t empty = 0;      // of them without a shingle
  std::uint64_t problems = 0;   // rows that could not be used
  std::uint64_t features = 0;   // of all documents, added up
  std::uint64_t input_bytes = 0;
};

// kNodes: no records. kCandidates: what meets in a band is connected, too, where one of both is a short set
// (join/bands/short_sets.h) that needs no bands to be found.
enum class RowsWanted { kNodes, kRecords, kCandidates };

// INPUT is one source in memory. kInvalidArgument where the options find pairs without bands. Not for --against
// or a run directory.
// Memory: that of the limits, and beside it 16 bytes a band and row for records.
Result<SketchedRows> sketch_rows(const run::RunOptions& options, RowsWanted wanted, Progress& progress);

// The reduce stage: the forest of what `records` and `links` connect, ascending by node. `records` is left with one
// record a key, which is all that later records of the key have to meet, so that a task may connect piece by piece.
std::vector<join::Link> connect(std::vector<base::KeyValue>& records, std::vector<join::Link> links);

}  // namespace textkin::engine::parts
