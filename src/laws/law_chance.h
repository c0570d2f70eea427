// The question of `textkin law` about random sets: what two of them share (Dembele, Lo 2017, proposition 1).
//
// Exact (stats/law/hypergeometric.h). Values out of range are kInvalidArgument, in a line that names the option; a
// whole law of more than 100,000 counts is kExhausted. Threads: a function of its argument.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "report/commands/law_report.h"
#include "textkin/status.h"

namespace textkin::laws {

using report::LawReport;

struct ChanceQuestion {
  std::uint64_t universe = 0;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  std::optional<std::uint64_t> shared;
  bool whole = false;           // equation 10: the probability of every count, down to 1e-18
  std::vector<double> moments;  // equation 11: E[similarity^p] for each p > 0
};
Result<LawReport> law_of_chance(const ChanceQuestion& question);

}  // namespace textkin::laws
