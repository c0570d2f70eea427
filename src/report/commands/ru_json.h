// A RuReport as `textkin explain --estimator --format json` writes it: one object, nothing cut.
#pragma once

#include <string>

#include "report/commands/ru_report.h"

namespace textkin::report {

std::string ru_json(const RuReport& report);

}  // namespace textkin::report
