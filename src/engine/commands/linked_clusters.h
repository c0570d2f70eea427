// LinkedClusters: the clusters of a search's pairs (cluster/linkage.h), as rows of a table.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cluster/linkage.h"
#include "engine/read/collection.h"
#include "report/rows/linked_rows.h"
#include "report/rows/table_file.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

// Threads: one.
class LinkedClusters {
 public:
  // The file is opened at once. At most `memory` bytes of pairs are held.
  static Result<LinkedClusters> open(const std::string& path, cluster::Linkage linkage, std::uint64_t memory);

  // kExhausted where the pairs need more than the memory.
  Status add(DocId a, DocId b, double similarity);

  // Clusters by their first documents, which name them; documents in input order.
  Status write(const read::Collection& collection);

 private:
  using File = report::TableFile<report::LinkedRow>;
  LinkedClusters(std::unique_ptr<File> file, cluster::Linkage linkage, std::uint64_t memory)
      : file_(std::move(file)), linkage_(linkage), memory_(memory) {}

  std::unique_ptr<File> file_;
  cluster::Linkage linkage_;
  std::uint64_t memory_;
  std::vector<cluster::LinkedPair> pairs_;
};

}  // namespace textkin::engine::commands
