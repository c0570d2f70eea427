// A LawReport for a person, or as JSON: one object with the keys of its lines and tables, and `form, law, reference`.
#pragma once

#include <string>

#include "textkin/law_report.h"

namespace textkin::report {

std::string law_text(const LawReport& report);
std::string law_json(const LawReport& report);

}  // namespace textkin::report
