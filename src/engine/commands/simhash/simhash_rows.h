// SimHashRows: takes pairs of documents with their distances, compares their sets, writes their rows in the order in
// which they came.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/read/collection.h"
#include "engine/read/weighted_sets.h"
#include "report/rows/simhash_rows.h"
#include "report/rows/table_file.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

// Threads: one; compares with as many as there are `sets`.
class SimHashRows {
 public:
  // All must outlive it. `weigh_jaccard`: as compare_sets() takes it.
  SimHashRows(const read::Collection& collection, std::uint32_t bits, bool weigh_jaccard, double least_cosine,
              std::vector<std::unique_ptr<read::WeightedSets>>& sets, report::TableFile<report::SimHashRow>& file);

  Status add(DocId a, DocId b, std::uint32_t distance);
  Status finish();

  std::uint64_t compared() const { return compared_; }  // once finished: all that were added

 private:
  struct Pair {
    DocId a;
    DocId b;
    std::uint32_t distance;
    read::SetComparison likeness;
  };
  Status flush();
  Status compare();

  const read::Collection& collection_;
  std::uint32_t bits_;
  bool weigh_jaccard_;
  double least_cosine_;  // pairs below it are left out
  std::vector<std::unique_ptr<read::WeightedSets>>& sets_;
  report::TableFile<report::SimHashRow>& file_;
  std::vector<Pair> pairs_;
  std::uint64_t compared_ = 0;
};

}  // namespace textkin::engine::commands
