// AuditRows: the reasons behind a clean-up: --removed (a line a removed document) and --clusters (a line a member).
#pragma once

#include <memory>
#include <vector>

#include "engine/cleanup/dedup_options.h"
#include "engine/read/collection.h"
#include "report/rows/dedup_rows.h"
#include "report/rows/table_file.h"
#include "textkin/keep.h"

namespace textkin::engine::cleanup {

class AuditRows {
 public:
  // Opens the files that are asked for, at once: a folder that is missing is known before any work. `two_sides`:
  // --against is given, and removed documents say on which side the one is that stays.
  static Result<std::unique_ptr<AuditRows>> open(const DedupOptions& outputs, bool two_sides);

  Status write(const read::Collection& collection, const std::vector<KeepDecision>& decisions);
  Status commit();

 private:
  AuditRows() = default;
  Status write_removed(const read::Collection& collection, const std::vector<KeepDecision>& decisions);
  Status write_clusters(const read::Collection& collection, const std::vector<KeepDecision>& decisions);

  std::unique_ptr<report::TableFile<report::RemovedRow>> removed_;
  std::unique_ptr<report::TableFile<report::ClusterRow>> clusters_;
};

}  // namespace textkin::engine::cleanup
