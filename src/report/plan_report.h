// A plan for a person (with its S-curve drawn), or as JSON.
#pragma once

#include <string>

#include "textkin/plan_report.h"

namespace textkin::report {

std::string plan_text(const PlanReport& report);
std::string plan_json(const PlanReport& report);

}  // namespace textkin::report
