// textkin index audit: how many of the alike documents of an index its answers find, measured on documents of it.
#pragma once

#include <cstdint>
#include <string>

#include "engine/index/open_archive.h"
#include "engine/run/options.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::care {

struct AuditOptions {
  std::string folder;
  std::uint64_t sample = 0;      // documents that are drawn
  std::uint64_t draw = 1;        // another number draws others
  bool names_threshold = false;  // else the index's least
  bool names_recall = false;     // else the index's
  std::string output = "-";
  std::string format = "text";  // or json
  index::OpenArchives held;
};

// Draws documents that are there, uniformly, asks for each by its keys as `index query` does, and compares with every
// text of the index; a document is not counted as alike to itself. Threshold and recall are those of `asked`. Says the
// found share with an interval that holds that of all documents, beside the mean of the recalls that the answers
// stated. The same draw of the same index gives the same figures. Cost: about that of `index query --exact` with the
// drawn documents. kExhausted where their sets do not fit, with what would do.
Status audit(const run::RunOptions& asked, const AuditOptions& wanted, Progress& progress);

}  // namespace textkin::engine::care
