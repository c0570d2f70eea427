#include "engine/finish.h"

#include <string_view>

#include "base/machine.h"
#include "base/output_file.h"
#include "input/spool.h"
#include "report/stats_json.h"

namespace textkin::engine {

Result<RunStats> finish(const RunOptions& options, std::string command, Similar&& similar, StageClock& clock,
                        Progress& progress) {
  clock.end();
  RunStats& stats = similar.stats;
  stats.command = std::move(command);
  stats.seconds = clock.seconds();
  stats.peak_memory_bytes = base::peak_memory();
  stats.spilled_bytes = similar.collection.spool == nullptr ? 0 : similar.collection.spool->file_bytes();
  if (!options.stats.empty()) {
    Result<std::unique_ptr<base::OutputFile>> file =
        base::OutputFile::create(options.stats, base::packing_of(options.stats));
    if (!file.ok()) return file.status();
    TEXTKIN_RETURN_IF_ERROR((*file)->write(report::stats_json(stats)));
    TEXTKIN_RETURN_IF_ERROR((*file)->commit());
  }
  const std::string summary = report::summary(stats);
  for (std::string_view rest = summary; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    progress.note(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return std::move(stats);
}

}  // namespace textkin::engine
