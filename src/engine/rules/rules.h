// textkin rules: association rules between the items of transactions, without support pruning (Cohen, Datar, Fujiwara,
// Gionis, Indyk, Motwani, Ullman, Yang 2001, "Finding interesting associations without support pruning").
//
// An item is the set of the rows that hold it. Two items are similar as their sets are (Jaccard); the rule a => b has
// the confidence |a and b| / |a|, the containment of a in b. Both are found among all pairs of items however few rows
// they are in, by the joins that find alike documents, and verified on the exact sets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/run/options.h"
#include "engine/write/results.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine::rules {

struct RulesOptions {
  std::string output = "-";
  std::string format = "tsv";
  std::optional<double> similarity;  // least; this or `confidence`, or both, must be given
  std::optional<double> confidence;
  std::uint64_t min_support = 2;  // least number of rows that hold both items
  // Most rows that do: only rare pairs, which others prune, are asked for.
  std::uint64_t max_support = ~std::uint64_t{0};
};

// Writes the rules, pair by pair in the order in which items come first, a => b before b => a. With `confidence` each
// direction that reaches it is a row. With `similarity` alone a pair is one row, from its rarer item: that direction
// has the higher confidence. With both, pairs are those that are similar and directions those that are confident.
// threshold, measure and run directory of the options are not looked at. kInvalidArgument where neither threshold is
// given, one cannot be, or --method lsh is asked for confidence alone: an item that implies another can have any
// similarity to it.
Result<RunStats> rules(const run::RunOptions& options, const RulesOptions& wanted, write::Results& results,
                       Progress& progress);

}  // namespace textkin::engine::rules
