// A RuReport as `textkin explain --estimator` prints it for people.
#pragma once

#include <cstdint>
#include <string>

#include "report/commands/ru_report.h"

namespace textkin::report {

// Functions whose values stand beside a row.
inline constexpr std::size_t kMostRuColumns = 8;

// Tables are cut behind `show` rows.
std::string ru_text(const RuReport& report, std::uint64_t show);

}  // namespace textkin::report
