// textkin explain --estimator: RU and RUM of Dembele and Lo 2017 (sketch/studies/ru.h) on two documents.
#pragma once

#include <string>

#include "engine/run/read_options.h"
#include "report/commands/ru_report.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

struct RuOptions {
  std::string output = "-";
  bool json = false;
  std::string estimator = "rum";    // "ru", "rum" or "rum-apart": sketch::RuListing
  std::string extreme = "minimum";  // or "maximum"
};

// INPUT is two documents; `hashes` functions are drawn by `seed`.
Result<report::RuReport> explain_ru(const run::ReadOptions& asked, std::uint32_t hashes, std::uint64_t seed,
                                    const RuOptions& wanted, Progress& progress);

}  // namespace textkin::engine::commands
