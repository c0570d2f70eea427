// RunOptions: what a door asks of a run that searches a collection; SettledRun: what it then is.
//
// Nothing else takes both: what reads a collection takes a Reading, what searches it a Search.
#pragma once

#include "engine/run/read_options.h"
#include "engine/run/search_options.h"
#include "textkin/status.h"

namespace textkin::engine::run {

struct RunOptions : ReadOptions {
  SearchOptions search;
};

struct SettledRun : Reading {
  Search search;
};

// kInvalidArgument for a value that cannot be; the search is looked at first.
Result<SettledRun> settle(const RunOptions& asked);

}  // namespace textkin::engine::run
