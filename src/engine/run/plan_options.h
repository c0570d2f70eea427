// The plan that a run's options ask for: for the least Jaccard similarity of a pair that reaches the threshold.
#pragma once

#include "engine/run/search_options.h"
#include "textkin/collision_law.h"
#include "textkin/plan.h"
#include "textkin/status.h"

namespace textkin::engine::run {

// Of --bands and --rows, else of --prefer, else of --recall.
Result<Plan> make_plan(const Search& search, const CollisionLaw& law);

}  // namespace textkin::engine::run
