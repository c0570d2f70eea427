// LinkedClusters: the clusters of a search's pairs (cluster/linkage.h), as rows of a table.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cluster/linkage.h"
#include "engine/read/collection.h"
#include "engine/run/limits.h"
#include "report/rows/linked_rows.h"
#include "report/rows/table_file.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

// Threads: one.
class LinkedClusters {
 public:
  // The file is opened at once. At most an eighth of `memory` is held, in pairs.
  static Result<LinkedClusters> open(const std::string& path, cluster::Linkage linkage, const run::GivenMemory& memory);

  // kExhausted where the pairs need more than the memory.
  Status add(DocId a, DocId b, double similarity);

  // Clusters by their first documents, which name them; documents in input order.
  Status write(const read::Collection& collection);

 private:
  using File = report::TableFile<report::LinkedRow>;
  LinkedClusters(std::unique_ptr<File> file, cluster::Linkage linkage, const run::GivenMemory& memory)
      : file_(std::move(file)), linkage_(linkage), memory_(memory) {}

  std::unique_ptr<File> file_;
  cluster::Linkage linkage_;
  run::GivenMemory memory_;
  std::vector<cluster::LinkedPair> pairs_;
};

}  // namespace textkin::engine::commands
