// The documents that RU and RUM compare: their sets as numbers of rows, and how the rows are spelled.
#pragma once

#include <string>
#include <vector>

#include "engine/run/read_options.h"
#include "textkin/feature_set.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::explain {

// Shingles of all documents are numbered from 0, in the order that was asked for.
struct RuDocuments {
  std::vector<std::string> ids;
  std::vector<std::vector<Feature>> sets;  // ascending numbers
  std::vector<std::string> names;          // of each number; what has no spelling (k-mers, weighted items) has its hash
};

// Two documents or more. `order` is that of explain's rows. The inputs may name one document twice. kInvalidArgument
// where they hold fewer, or more than `most`: the message begins with what the command `takes`; what has no spelling is
// read for two documents alone. kExhausted where they need more than the memory.
Result<RuDocuments> read_ru_documents(const run::ReadOptions& asked, const std::string& order, std::size_t most,
                                      const std::string& takes, Progress& progress);

}  // namespace textkin::engine::explain
