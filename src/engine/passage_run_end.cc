#include "engine/passage_run_end.h"

#include <utility>

#include "base/machine.h"
#include "engine/run_end.h"
#include "report/passage_rows.h"

namespace textkin::engine {

Result<PassageRunEnd> PassageRunEnd::open(const RunOptions& options, Progress& progress) {
  PassageRunEnd end(progress);
  if (!options.stats.empty()) {
    Result<std::unique_ptr<base::OutputFile>> file =
        base::OutputFile::create(options.stats, base::packing_of(options.stats));
    if (!file.ok()) return file.status();
    end.stats_ = std::move(file).value();
  }
  return end;
}

Result<PassageStats> PassageRunEnd::finish(std::string command, PassageStats stats, StageClock& clock) {
  clock.end();
  stats.command = std::move(command);
  stats.seconds = clock.seconds();
  stats.peak_memory_bytes = base::peak_memory();
  if (stats_ != nullptr) {
    TEXTKIN_RETURN_IF_ERROR(stats_->write(report::passage_stats_json(stats)));
    TEXTKIN_RETURN_IF_ERROR(stats_->commit());
  }
  note_lines(report::passage_summary(stats), *progress_);
  return stats;
}

}  // namespace textkin::engine
