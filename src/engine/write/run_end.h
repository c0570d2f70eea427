// RunEnd: what every run does at its end: fill in time and memory, write --stats, say what was found.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/output_file.h"
#include "engine/read/collection.h"
#include "engine/run/stage_clock.h"
#include "engine/write/results.h"
#include "textkin/leak_stats.h"
#include "textkin/passage.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"
#include "textkin/trim_stats.h"

namespace textkin::engine::write {

class RunEnd {
 public:
  // Gives its name to what may take the place of the input: behind all else that can fail.
  using Last = std::function<Status()>;

  // Opens the file `stats` at once, if it is named: a folder that is missing is known before any work. Both references
  // must outlive this.
  static Result<RunEnd> open(const std::string& stats, Results& results, Progress& progress);

  // `stats` lack command, seconds and peak memory. The collection is the one that was read.
  Result<RunStats> finish(std::string command, const read::Collection& collection, RunStats stats,
                          run::StageClock& clock, const Last& last = {});
  Result<PassageStats> finish(std::string command, const read::Collection& collection, PassageStats stats,
                              run::StageClock& clock);
  Result<LeakStats> finish(std::string command, const read::Collection& collection, LeakStats stats,
                           run::StageClock& clock);
  Result<TrimStats> finish(std::string command, const read::Collection& collection, TrimStats stats,
                           run::StageClock& clock, const Last& last = {});

 private:
  RunEnd(Results& results, Progress& progress) : results_(&results), progress_(&progress) {}
  Status give(const read::Collection& collection, const std::string& json, std::string_view summary,
              const Last& last = {});

  Results* results_;
  Progress* progress_;
  std::unique_ptr<base::OutputFile> file_;
};

}  // namespace textkin::engine::write
