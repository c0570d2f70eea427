// textkin plan: bands and rows from threshold and recall, and what they will find and cost.
#pragma once

#include <optional>
#include <string>

#include "engine/run/options.h"
#include "engine/write/results.h"
#include "report/commands/plan_report.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

struct PlanOptions {
  std::string output = "-";
  bool json = false;
  std::optional<std::uint64_t> documents;
};

// INPUT names the background sample; none: no expected candidates.
Result<report::PlanReport> plan(const run::RunOptions& options, const PlanOptions& wanted, write::Results& results,
                                Progress& progress);

}  // namespace textkin::engine::commands
