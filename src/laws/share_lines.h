// What `textkin law ru` says of the share of k functions that match, when one matches with a known probability:
// moments, errors, its whole law, and what an observed number of matches speaks for.
//
// The k functions are independent, so the number of matches is Binomial(k, p) (Dembele, Lo 2017, equations 16, 17).
// Threads: functions of their arguments. Cost: k terms a line.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "report/commands/law_report.h"
#include "textkin/status.h"

namespace textkin::laws {

struct ShareQuestion {
  bool modified = false;  // RUM: the share s stands for simM, and the similarity is s / (2 - s)
  std::uint32_t hashes = 100;
  std::optional<std::uint32_t> matches;
  double confidence = 0.95;
  std::optional<double> within;  // P(|share - around| <= within), equation 17
  std::optional<double> around;  // none: the probability of a match
  std::vector<double> moments;   // E[share^p] for each p > 0
};

// kInvalidArgument in a line that names the option.
Status check(const ShareQuestion& question);

// Appends lines and tables to the report. `p`: of a match; `similarity`: the Jaccard similarity of the sets.
void add_share(const ShareQuestion& question, double p, double similarity, report::LawReport& report);

}  // namespace textkin::laws
