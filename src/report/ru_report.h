// A RuReport in the forms that `textkin explain --estimator` writes.
#pragma once

#include <string>

#include "textkin/ru_report.h"

namespace textkin::report {

std::string ru_text(const RuReport& report);
std::string ru_json(const RuReport& report);

}  // namespace textkin::report
