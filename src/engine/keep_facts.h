// What a keep policy looks at, taken from a collection.
#pragma once

#include <string>

#include "cluster/keep_policy.h"
#include "engine/collection.h"
#include "input/block_reader.h"

namespace textkin::engine {

Result<cluster::KeepFacts> keep_facts(const cluster::KeepPolicy& policy, const Collection& collection);

// The value of a field as the document table keeps it; a missing one is nothing.
void append_value(const FieldValue& value, std::string& out);

}  // namespace textkin::engine
