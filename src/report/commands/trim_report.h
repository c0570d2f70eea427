// What a run of `trim` did: --stats, and lines for a person.
#pragma once

#include <string>

#include "textkin/trim_stats.h"

namespace textkin::report {

std::string trim_stats_json(const TrimStats& stats);
std::string trim_summary(const TrimStats& stats);

}  // namespace textkin::report
