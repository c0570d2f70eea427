// RuReports as `textkin explain --estimator` prints it for people.
#pragma once

#include <cstdint>
#include <string>

#include "report/commands/ru_report.h"

namespace textkin::report {

// Functions whose values stand beside a row.
inline constexpr std::size_t kMostRuColumns = 8;

// Two documents with all that is known of them, more as a table of pairs; the matrices of RU have a column each. Tables
// are cut behind `show` rows.
std::string ru_text(const RuReports& reports, std::uint64_t show);

}  // namespace textkin::report
