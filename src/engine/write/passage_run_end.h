// PassageRunEnd: what every run that finds passages does at its end: fill in time and memory, write --stats, say what
// was found.
#pragma once

#include <memory>
#include <string>

#include "base/output_file.h"
#include "engine/passages/found_passages.h"
#include "engine/run/options.h"
#include "engine/run/stage_clock.h"
#include "textkin/passage.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::write {

class PassageRunEnd {
 public:
  // Opens --stats at once: a folder that is missing is known before any work. An answer in memory gets passages,
  // documents and statistics in the end.
  static Result<PassageRunEnd> open(const run::RunOptions& options, Progress& progress);

  Result<PassageStats> finish(std::string command, passages::FoundPassages&& found, run::StageClock& clock);

 private:
  PassageRunEnd(const run::RunOptions& options, Progress& progress) : options_(options), progress_(&progress) {}
  run::RunOptions options_;
  Progress* progress_;
  std::unique_ptr<base::OutputFile> stats_;
};

}  // namespace textkin::engine::write
