// AuditRows: the reasons behind a clean-up: --removed (a line a removed document) and --clusters (a line a member).
#pragma once

#include <memory>
#include <vector>

#include "base/output_file.h"
#include "engine/collection.h"
#include "engine/dedup.h"
#include "textkin/keep.h"

namespace textkin::engine {

class AuditRows {
 public:
  // Opens the files that are asked for, at once: a folder that is missing is known before any work.
  static Result<std::unique_ptr<AuditRows>> open(const DedupOptions& outputs);

  Status write(const Collection& collection, const std::vector<KeepDecision>& decisions);
  Status commit();

 private:
  AuditRows() = default;
  Status write_removed(const Collection& collection, const std::vector<KeepDecision>& decisions);
  Status write_clusters(const Collection& collection, const std::vector<KeepDecision>& decisions);

  std::unique_ptr<base::OutputFile> removed_;
  std::unique_ptr<base::OutputFile> clusters_;
};

// Similarity of a removed document to the one that stays; 1 for one that stays.
double similarity_to_kept(const KeepDecision& decision);

}  // namespace textkin::engine
