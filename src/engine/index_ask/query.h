// textkin index query: which documents of an index are alike to those that are asked about.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/index/open_archive.h"
#include "engine/index/where.h"
#include "engine/run/options.h"
#include "engine/write/results.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine::index_ask {

struct QueryOptions {
  std::vector<std::string> folders;  // one, or several that are asked as one
  std::string output = "-";
  std::string format = "tsv";
  std::string answers;           // a row a question: how sure its answer is; empty: none
  bool names_recall = false;     // else the index's, which is the greatest of several
  bool names_contained = false;  // `of_stored` is said; kInvalidArgument where the measure has no direction
  bool names_threshold = false;  // else the index's least, where `top` is asked for
  bool exact = false;            // every text is read
  bool of_stored = false;        // containment of the stored documents in those of INPUT, not the other way
  bool check = false;            // also compares with every text, and says how many the answers should have had
  std::uint64_t top = 0;         // only so many of an answer, the most alike first; 0: all
  std::uint64_t as_of = 0;       // the sequence; 0: the last one; of one folder
  index::WhereOptions where;     // only documents of which this holds
  index::OpenArchives held;
};

// Where `top` is asked for and no threshold is named, `least` becomes the index's. kInvalidArgument for another measure
// than Jaccard: it has none of that.
Status take_least(const QueryOptions& wanted, const index::IndexSpec& spec, join::Threshold& least);

// What is told where a recall was asked for by name and the answers state less; empty: they do not.
std::string missed_recall(const QueryOptions& wanted, double asked, double stated);

// The rows of `pairs INPUT --against` the documents that the index has: by the positions of INPUT, then in the order of
// adding; with `top` the most alike first. All answers are of one sequence. Threshold and measure are those of `asked`,
// its text options are those of the index, whatever stands there. Found by bands, by runs of words, or by reading every
// text: way.h, and its errors. Containment is that of INPUT, or of what is stored.
Result<RunStats> query(const run::RunOptions& asked, const QueryOptions& wanted, write::Results& results,
                       Progress& progress);

}  // namespace textkin::engine::index_ask
