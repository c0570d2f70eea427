#include "engine/write/passage_run_end.h"

#include <utility>

#include "base/machine.h"
#include "engine/write/memory_result.h"
#include "engine/write/run_end.h"
#include "report/rows/passage_rows.h"

namespace textkin::engine::write {

Result<PassageRunEnd> PassageRunEnd::open(const run::RunOptions& options, Progress& progress) {
  PassageRunEnd end(options, progress);
  if (!options.stats.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(end.stats_, base::OutputFile::create(options.stats, base::packing_of(options.stats)));
  }
  return end;
}

Result<PassageStats> PassageRunEnd::finish(std::string command, passages::FoundPassages&& found,
                                           run::StageClock& clock) {
  clock.end();
  PassageStats& stats = found.stats;
  stats.command = std::move(command);
  stats.seconds = clock.seconds();
  stats.peak_memory_bytes = base::peak_memory();
  if (stats_ != nullptr) {
    TEXTKIN_RETURN_IF_ERROR(stats_->write(report::passage_stats_json(stats)));
    TEXTKIN_RETURN_IF_ERROR(stats_->commit());
  }
  if (options_.answer != nullptr) {
    TEXTKIN_RETURN_IF_ERROR(describe_documents(found.texts.collection, options_, *options_.answer));
    options_.answer->passages = std::move(found.passages);
    options_.answer->stats = report::passage_stats_json(stats);
  }
  note_lines(report::passage_summary(stats), *progress_);
  return std::move(stats);
}

}  // namespace textkin::engine::write
