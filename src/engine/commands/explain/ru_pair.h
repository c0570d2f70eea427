// The two documents that RU and RUM compare: their sets as numbers of rows, and how the rows are spelled.
#pragma once

#include <string>
#include <vector>

#include "engine/run/read_options.h"
#include "textkin/feature_set.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

// Shingles of both documents are numbered from 0, in the order that was asked for.
struct RuPair {
  std::string id_a;
  std::string id_b;
  std::vector<Feature> a;  // ascending numbers
  std::vector<Feature> b;
  std::vector<std::string> names;  // of each number; what has no spelling (k-mers, weighted items) has its hash
};

// `order` is that of explain's rows. The inputs may name one document twice. kInvalidArgument where they hold not two
// documents: the message begins with what the command `takes`; kExhausted where they need more than the memory.
Result<RuPair> read_ru_pair(const run::ReadOptions& asked, const std::string& order, const std::string& takes,
                            Progress& progress);

}  // namespace textkin::engine::commands
