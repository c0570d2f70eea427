// textkin index plan: what questions to an index cost, and what they find, before they are asked.
#pragma once

#include <optional>
#include <string>

#include "engine/index/open_archive.h"
#include "engine/run/limits.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::care {

struct PlanOptions {
  std::string folder;
  std::optional<double> recall;  // of the answers; none: the index's
  std::string output = "-";
  std::string format = "tsv";
  index::OpenArchives held;
};

// A row a threshold, from the index's least up to 1 in steps of 0.05; the last notes say what a merge would change.
// Nothing is asked: rows and recall are of the law of the sketch, chance of the number of documents, look-ups of the
// segments that there are.
Status plan(const PlanOptions& wanted, const run::LimitOptions& limits, Progress& progress);

}  // namespace textkin::engine::care
