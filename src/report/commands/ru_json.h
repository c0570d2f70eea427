// RuReports as `textkin explain --estimator --format json` writes it: of two documents one object, nothing cut; of more
// an object with their ids and an object for each pair, without its tables.
#pragma once

#include <string>

#include "report/commands/ru_report.h"

namespace textkin::report {

std::string ru_json(const RuReports& reports);

}  // namespace textkin::report
