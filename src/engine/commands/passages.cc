#include "engine/commands/passages.h"

#include <utility>

#include "engine/commands/passage_output.h"
#include "engine/passages/find_passages.h"
#include "engine/run/stage_clock.h"
#include "engine/write/run_end.h"

namespace textkin::engine::commands {

Result<PassageStats> passages(const run::ReadOptions& asked, const passages::PassagesOptions& wanted,
                              write::Results& results, Progress& progress, const passages::KeptDocuments* kept) {
  TEXTKIN_ASSIGN_OR_RETURN(const run::Reading reading, run::settle(asked));
  TEXTKIN_ASSIGN_OR_RETURN(PassageOutput output, PassageOutput::open(wanted, reading.limits.threads, results));
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(reading.stats, results, progress));

  run::StageClock clock;
  TEXTKIN_ASSIGN_OR_RETURN(passages::FoundPassages found,
                           passages::find_passages(reading, wanted, progress, clock, kept));
  clock.begin("write");
  TEXTKIN_RETURN_IF_ERROR(output.write(found.collection.table, found.passages));
  results.take_passages(std::move(found.passages));
  return end.finish(kept == nullptr ? "passages" : "index passages", found.collection, std::move(found.stats), clock);
}

}  // namespace textkin::engine::commands
