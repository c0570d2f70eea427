// The question of `textkin law` about RU and RUM, which are shown and not used (sketch/studies/ru.h).
//
// Exact for the sets that are given, or for their sizes over all orders of the rows. Values out of range, and lists
// that name no rows, are kInvalidArgument, in a line that names the option. Threads: a function of its argument.
#pragma once

#include "laws/ru_columns.h"
#include "laws/ru_drawn.h"
#include "laws/share_lines.h"
#include "report/commands/law_report.h"
#include "textkin/status.h"

namespace textkin::laws {

using report::LawReport;

// The exact law of RU and RUM (Dembele, Lo 2017).
struct RuQuestion {
  RuSets sets;
  DrawingQuestion drawing;
  bool maximum = false;
  ShareQuestion share;  // `modified` is that of the sets
};
Result<LawReport> law_of_ru(const RuQuestion& question);

}  // namespace textkin::laws
