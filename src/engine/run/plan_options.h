// The plan that a run's options ask for: for the least Jaccard similarity of a pair that reaches the threshold.
#pragma once

#include <cstdint>

#include "engine/run/search_options.h"
#include "textkin/collision_law.h"
#include "textkin/plan.h"
#include "textkin/status.h"

namespace textkin::engine::run {

// kInvalidArgument for a prime number of hashes, which no bands of several rows divide (Kalampokis 2016 refuses it
// too).
Status check_divisible(std::uint32_t hashes);

// Of --bands and --rows, else of --prefer, else of --recall.
Result<Plan> make_plan(const Search& search, const CollisionLaw& law);

}  // namespace textkin::engine::run
