// What a run of passages did: --stats, and lines for a person.
#pragma once

#include <string>

#include "textkin/passage.h"

namespace textkin::report {

std::string passage_stats_json(const PassageStats& stats);
std::string passage_summary(const PassageStats& stats);

}  // namespace textkin::report
