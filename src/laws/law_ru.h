// The question of `textkin law` about RU and RUM, which are shown and not used (sketch/studies/ru.h).
//
// Exact for the sets that are given. Values out of range, and lists that name no rows, are kInvalidArgument, in a line
// that names the option. Threads: a function of its argument.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "report/commands/law_report.h"
#include "textkin/status.h"

namespace textkin::laws {

using report::LawReport;

// The exact law of RU and RUM (Dembele, Lo 2017). Sets as lists such as "1,4,7-9": rows of 1..rows, or with `modified`
// any members, whose rows are those of the doubled list; or only the sizes, for the mean over all orders of the rows.
struct RuQuestion {
  std::uint32_t rows = 0;
  std::string set_a;
  std::string set_b;
  std::optional<std::uint32_t> size_a;
  std::optional<std::uint32_t> size_b;
  std::optional<std::uint32_t> shared;
  bool maximum = false;
  bool modified = false;
  std::uint32_t hashes = 100;
  std::optional<std::uint32_t> matches;
  double confidence = 0.95;
};
Result<LawReport> law_of_ru(const RuQuestion& question);

}  // namespace textkin::laws
