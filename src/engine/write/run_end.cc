#include "engine/write/run_end.h"

#include <string_view>

#include "base/machine.h"
#include "engine/write/memory_result.h"
#include "input/spool.h"
#include "report/stats_json.h"

namespace textkin::engine::write {

void note_lines(std::string_view text, Progress& progress) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    progress.note(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

Result<RunEnd> RunEnd::open(const run::RunOptions& options, Progress& progress) {
  RunEnd end(options, progress);
  if (options.stats.empty()) return end;
  TEXTKIN_ASSIGN_OR_RETURN(end.stats_, base::OutputFile::create(options.stats, base::packing_of(options.stats)));
  return end;
}

Result<RunStats> RunEnd::finish(std::string command, find::SearchRun&& similar, run::StageClock& clock) {
  clock.end();
  RunStats& stats = similar.stats;
  stats.command = std::move(command);
  stats.seconds = clock.seconds();
  stats.peak_memory_bytes = base::peak_memory();
  stats.spilled_bytes = similar.found.spilled_bytes + similar.collection.journal->written_bytes() +
                        (similar.collection.spool == nullptr ? 0 : similar.collection.spool->file_bytes());
  if (stats_ != nullptr) {
    TEXTKIN_RETURN_IF_ERROR(stats_->write(report::stats_json(stats)));
    TEXTKIN_RETURN_IF_ERROR(stats_->commit());
  }
  if (options_.answer != nullptr) {
    TEXTKIN_RETURN_IF_ERROR(describe_documents(similar.collection, options_, *options_.answer));
    options_.answer->stats = report::stats_json(stats);
  }
  note_lines(report::summary(stats), *progress_);
  return std::move(stats);
}

}  // namespace textkin::engine::write
