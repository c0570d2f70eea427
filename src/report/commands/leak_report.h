// What a run of `decontaminate` did: --stats, and lines for a person.
#pragma once

#include <string>

#include "textkin/leak_stats.h"

namespace textkin::report {

std::string leak_stats_json(const LeakStats& stats);
std::string leak_summary(const LeakStats& stats);

}  // namespace textkin::report
