// reading_stats: what a run tells of its reading, whatever it did with what it read.
#pragma once

#include "engine/read/collection.h"
#include "engine/run/options.h"
#include "textkin/run_stats.h"

namespace textkin::engine::read {

// How much was read and by how many threads; all else is as a new RunStats has it. Documents and empty ones are those of
// the collection's table. With `run`: what was asked, too.
RunStats reading_stats(const Collection& collection);
RunStats reading_stats(const run::SettledRun& run, const Collection& collection);

}  // namespace textkin::engine::read
