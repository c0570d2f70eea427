// The plan that a run's options ask for.
#pragma once

#include "engine/options.h"
#include "textkin/collision_law.h"
#include "textkin/plan.h"
#include "textkin/status.h"

namespace textkin::engine {

Result<Plan> make_plan(const RunOptions& options, const CollisionLaw& law);

}  // namespace textkin::engine
