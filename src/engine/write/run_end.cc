#include "engine/write/run_end.h"

#include <utility>

#include "base/machine.h"
#include "report/commands/leak_report.h"
#include "report/commands/passage_stats_json.h"
#include "report/commands/stats_json.h"
#include "report/commands/trim_report.h"

namespace textkin::engine::write {
namespace {

// What the statistics of every run have.
void fill_in(std::string command, run::StageClock& clock, RunFacts& facts) {
  clock.end();
  facts.command = std::move(command);
  facts.seconds = clock.seconds();
  facts.peak_memory_bytes = base::peak_memory();
}

void note_lines(std::string_view text, Progress& progress) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    progress.note(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

}  // namespace

Result<RunEnd> RunEnd::open(const std::string& stats, Results& results, Progress& progress) {
  RunEnd end(results, progress);
  if (!stats.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(end.file_, base::OutputFile::create(stats));
  }
  return end;
}

Status RunEnd::give(const read::Collection& collection, const std::string& json, std::string_view summary,
                    const Last& last) {
  if (file_ != nullptr) {
    TEXTKIN_RETURN_IF_ERROR(file_->write(json));
    TEXTKIN_RETURN_IF_ERROR(file_->commit());
  }
  TEXTKIN_RETURN_IF_ERROR(results_->finish(collection, json));
  if (last) TEXTKIN_RETURN_IF_ERROR(last());
  note_lines(summary, *progress_);
  return {};
}

Result<RunStats> RunEnd::finish(std::string command, const read::Collection& collection, RunStats stats,
                                run::StageClock& clock, const Last& last) {
  fill_in(std::move(command), clock, stats);
  TEXTKIN_RETURN_IF_ERROR(give(collection, report::stats_json(stats), report::summary(stats), last));
  return stats;
}

Result<PassageStats> RunEnd::finish(std::string command, const read::Collection& collection, PassageStats stats,
                                    run::StageClock& clock) {
  fill_in(std::move(command), clock, stats);
  TEXTKIN_RETURN_IF_ERROR(give(collection, report::passage_stats_json(stats), report::passage_summary(stats)));
  return stats;
}

Result<LeakStats> RunEnd::finish(std::string command, const read::Collection& collection, LeakStats stats,
                                 run::StageClock& clock) {
  fill_in(std::move(command), clock, stats);
  TEXTKIN_RETURN_IF_ERROR(give(collection, report::leak_stats_json(stats), report::leak_summary(stats)));
  return stats;
}

Result<TrimStats> RunEnd::finish(std::string command, const read::Collection& collection, TrimStats stats,
                                 run::StageClock& clock, const Last& last) {
  fill_in(std::move(command), clock, stats);
  TEXTKIN_RETURN_IF_ERROR(give(collection, report::trim_stats_json(stats), report::trim_summary(stats), last));
  return stats;
}

}  // namespace textkin::engine::write
