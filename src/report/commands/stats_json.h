// The object of --stats, and the summary that a person reads at the end of a run.
#pragma once

#include <string>

#include "textkin/run_stats.h"

namespace textkin::report {

std::string stats_json(const RunStats& stats);

// A few lines: what was found, by which method, with which recall, how long it took.
std::string summary(const RunStats& stats);

}  // namespace textkin::report
