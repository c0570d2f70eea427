// Two documents of which everything is to be known: their ids and their feature sets.
#pragma once

#include <string>

#include "engine/read/collection.h"
#include "engine/run/read_options.h"
#include "textkin/feature_set.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

struct TwoDocuments {
  read::Collection collection;
  std::string id_a;
  std::string id_b;

  // Ascending.
  FeatureView a() const { return collection.feature_views()[0]; }
  FeatureView b() const { return collection.feature_views()[1]; }
};

// The inputs may name one document twice. kInvalidArgument where they hold not two of them: the message begins with
// what the command takes; kExhausted where the sets need more than 1 / `share` of the memory.
Result<TwoDocuments> read_two_documents(const run::ReadOptions& asked, unsigned share, const std::string& takes,
                                        Progress& progress);

}  // namespace textkin::engine::commands
