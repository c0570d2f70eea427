// textkin explain: a small collection through the whole minhash pipeline, with every intermediate value.
//
// The steps are those of Kalampokis 2016 (Plagiarism detection in text collections): k-character shingles, hashed and
// numbered -> n hash functions over the row numbers -> signatures -> bands and rows for a threshold and a preference ->
// buckets -> candidates -> signature filter -> true Jaccard similarity. It computes with row numbers, so that printed
// examples come out digit for digit; `pairs` computes with a Sketcher and finds the same in collections of any size.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/run/options.h"
#include "report/commands/explanation.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::explain {

struct ExplainOptions {
  std::string output = "-";
  bool json = false;
  std::uint64_t show = 20;  // rows of each printed table
  // By spelling; "first": in order of appearance; "hash": by their hashes; else the shingles themselves, with commas
  // between: a permutation that is given.
  std::string rows_order = "sorted";
  report::ShingleHash shingle_hash = report::ShingleHash::kOwn;
  // h(x) = (a x + offset) mod modulus for each a; none: options.search.sketch.hashes functions are drawn by the seed.
  std::vector<std::uint64_t> multipliers;
  std::uint64_t offset = 0;
  std::uint64_t modulus = 0;  // 0: the least prime that is at least the number of rows
  bool filter = true;         // candidates whose signatures agree in too few cells are dropped unseen
  bool trace = false;
};

// Documents with ids and shingles are held in memory: kExhausted where --memory has no room for them.
Result<report::Explanation> explain(const run::RunOptions& options, const ExplainOptions& wanted, Progress& progress);

}  // namespace textkin::engine::explain
