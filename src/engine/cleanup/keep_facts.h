// What a keep policy looks at, taken from a collection.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/keep_policy.h"
#include "engine/read/collection.h"
#include "textkin/memory_source.h"
#include "textkin/progress.h"

namespace textkin::engine::cleanup {

// Says where no document of INPUT has a value of the field: the rule then chooses nothing.
Result<cluster::KeepFacts> keep_facts(const cluster::KeepPolicy& policy, const read::Collection& collection,
                                      Progress& progress);

// By row of `names`, whether prefer:`pattern` matches that text. For a door that has more names of a document than its
// id.
std::vector<std::uint8_t> preferred_rows(std::string_view pattern, const MemorySource& names);

}  // namespace textkin::engine::cleanup
