// Preparation: the first pass of a search: read, choose a method, make band records if it is by bands.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/find/search_goal.h"
#include "engine/read/first_pass.h"
#include "engine/run/options.h"
#include "engine/run/stage_clock.h"
#include "join/exact/frequencies.h"
#include "stats/plan/method_cost.h"
#include "textkin/plan.h"
#include "textkin/progress.h"
#include "textkin/sketcher.h"
#include "textkin/status.h"

namespace textkin::engine::find {

struct Preparation {
  std::unique_ptr<Sketcher> sketcher;
  Plan plan;
  stats::MethodChoice choice;
  read::ReadCollection read;
  read::BandPartitions records;                  // where bands were chosen
  std::optional<join::Frequencies> frequencies;  // where the exact join was: of the sets, which are then retained
};

// Or what a former run left of it in the run directory. Which method is chosen depends on the options and the
// collection, never on the order of its files.
Result<Preparation> prepare(const run::SettledRun& run, const SearchGoal& goal, Progress& progress,
                            run::StageClock& clock);

}  // namespace textkin::engine::find
