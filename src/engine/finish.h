// finish(): what every run does at its end: fill in time and memory, write --stats, say what was found.
#pragma once

#include "engine/options.h"
#include "engine/similar.h"
#include "engine/stage_clock.h"
#include "textkin/progress.h"

namespace textkin::engine {

Result<RunStats> finish(const RunOptions& options, std::string command, Similar&& similar, StageClock& clock,
                        Progress& progress);

}  // namespace textkin::engine
