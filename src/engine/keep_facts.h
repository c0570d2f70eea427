// What a keep policy looks at, taken from a collection.
#pragma once

#include "cluster/keep_policy.h"
#include "engine/collection.h"

namespace textkin::engine {

cluster::KeepFacts keep_facts(const cluster::KeepPolicy& policy, const Collection& collection);

}  // namespace textkin::engine
