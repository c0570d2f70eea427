// RunEnd: what every run does at its end: fill in time and memory, write --stats, say what was found.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/output_file.h"
#include "engine/find/search_run.h"
#include "engine/run/options.h"
#include "engine/run/stage_clock.h"
#include "textkin/progress.h"

namespace textkin::engine::write {

// Each line of a summary.
void note_lines(std::string_view text, Progress& progress);

class RunEnd {
 public:
  // Opens --stats at once: a folder that is missing is known before any work. An answer in memory gets its documents
  // and statistics in the end.
  static Result<RunEnd> open(const run::RunOptions& options, Progress& progress);

  Result<RunStats> finish(std::string command, find::SearchRun&& similar, run::StageClock& clock);

 private:
  RunEnd(const run::RunOptions& options, Progress& progress) : options_(options), progress_(&progress) {}
  run::RunOptions options_;
  Progress* progress_;
  std::unique_ptr<base::OutputFile> stats_;
};

}  // namespace textkin::engine::write
