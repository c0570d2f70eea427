// The outcome of `textkin score`, for people and for programs.
#pragma once

#include <string>

#include "textkin/plagdet.h"

namespace textkin::report {

std::string score_text(const PlagdetReport& scored);
std::string score_json(const PlagdetReport& scored);

}  // namespace textkin::report
