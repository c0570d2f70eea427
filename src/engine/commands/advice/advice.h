// textkin plan FILES: which shingle, plan and method suit these texts, and the command that takes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/run/options.h"
#include "engine/write/results.h"
#include "report/commands/advice_report.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

struct AdviceOptions {
  std::string output = "-";
  bool json = false;
  std::optional<std::uint64_t> documents;  // the collection of which INPUT is a sample; else INPUT itself
  bool shingle_is_given = false;           // TextSpec's size and unit were asked for: no other is advised
  std::string command;                     // that searches INPUT so; the shingle that is advised is added
};

// Reads INPUT once, keeps some 200 different texts, and tries shingles on pairs of them. Advised is the shortest of
// words that keeps nine of ten pairs below a fourth of the threshold, or a longer one, of five words at most, as long
// as a text of median length with one word changed reaches the threshold. kInvalidArgument for fewer than two different
// texts, and for what are no texts: items, k-mers.
Result<report::AdviceReport> advise(const run::RunOptions& options, const AdviceOptions& wanted,
                                    write::Results& results, Progress& progress);

}  // namespace textkin::engine::commands
