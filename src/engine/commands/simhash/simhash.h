// textkin simhash: documents whose SimHash fingerprints differ in few bits, found by Manku's tables, with the exact
// similarity of each pair beside.
//
// All pairs within the distance are found, certainly; which similar documents are within it, chance decides: the law is
// stats/law/angle_law.h. Memory: 16 bytes a document of 64 bits, 24 of 128, beside what sketch_all() needs; tables take
// a quarter of --memory at most, one at a time and in parts where they must, pairs another quarter. Results depend on
// neither, nor on threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/read/weighted_sets.h"
#include "engine/run/read_options.h"
#include "engine/write/results.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

struct SimHashOptions {
  std::string output = "-";
  std::string format = "tsv";
  std::uint32_t bits = 64;
  std::uint32_t distance = 3;
  std::uint32_t blocks = 0;  // 0: the planner's
  // Not given: what the texts have. Counted shingles (--multiset) and weighted items weigh what they count or weigh,
  // others 1 each. kNone for texts with weights is refused: it would throw them away.
  std::optional<read::Weighting> weighting;
  double least_cosine = -1;  // pairs whose exact cosine is less are left out; not with `clusters`
  std::string of;            // one document: only pairs with it, nearest first
  std::string clusters;      // FILE.tsv; not with `of` or --against
};

// What weighs in fingerprints of the text where `wanted` was asked for; kInvalidArgument where that contradicts it.
Result<read::Weighting> weighting_of(const TextSpec& text, std::optional<read::Weighting> wanted);

// Weights go into the sums of a fingerprint as they are: nothing is replicated or rounded to a unit, which is refused.
Status take_weights_as_they_are(TextSpec& text);

// Writes each pair once: a before b in input order, rows by the positions of a, then b. With --against only pairs
// of an INPUT document (a) with an --against document (b); with `of` that document is a, and rows are by distance, then
// the position of b; where INPUT holds the document itself, it is left out.
// Clusters: documents in input order; one within the distance of a first of a cluster joins the earliest such cluster,
// else it begins its own. Those of one document are left out.
Result<RunStats> simhash(const run::ReadOptions& asked, std::uint64_t seed, const SimHashOptions& wanted,
                         write::Results& results, Progress& progress);

// Writes what the planner knows about so many documents: a row for every number of blocks, the chosen one marked.
Status simhash_plan(const SimHashOptions& simhash, double documents, Progress& progress);

}  // namespace textkin::engine::commands
