// textkin passages: the passages that documents of a collection share, or that they share with another collection.
#pragma once

#include <cstdint>
#include <string>

#include "align/aligner.h"
#include "engine/exclusions.h"
#include "engine/options.h"
#include "textkin/passage.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine {

struct PassagesOptions {
  align::AlignSpec align;
  // Runs of words that stand in more documents than this are not compared (and counted): what everybody writes.
  std::uint32_t common = 200;
  // What a word is: empty, or the normaliser of source code whose tokens are compared ("code:java").
  std::string normalize;
  ExclusionOptions exclude;
  // What each pair's passages come to is wanted too, with those that do not count; 72 bytes a pair.
  bool totals = false;
  std::string output = "-";
  std::string format = "tsv";  // "tsv", "jsonl", or "pan": `output` is then a folder
};

// Every run of align.guarantee words or more that two documents share is inside a passage, unless its fingerprints are
// common ones. Rows by the positions of a, then b, then offsets; a before b in input order, with options.against only
// pairs of an INPUT document (a) with an --against document (b).
Result<PassageStats> passages(const RunOptions& options, const PassagesOptions& wanted, Progress& progress);

}  // namespace textkin::engine
