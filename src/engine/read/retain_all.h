// retain_all: a small collection with all its feature sets in memory, for commands that look at these and search
// nothing.
#pragma once

#include <cstdint>
#include <string>

#include "engine/read/collection.h"
#include "engine/run/read_options.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::read {

// Each set ascends. kExhausted with the message `too_many`, and about how much would do, where they need more than
// `bytes`, which is taken to be a share of --memory.
Result<Collection> retain_all(const run::Reading& reading, std::uint64_t bytes, Progress& progress,
                              const std::string& too_many);

// The same error of sets that come to `held` bytes after what `seen` has read, where they may come to `bytes`.
Status too_many_sets(const Collection& seen, std::uint64_t held, std::uint64_t bytes, const std::string& too_many);

}  // namespace textkin::engine::read
