#include "engine/read/text_pass.h"

#include <utility>

#include "engine/read/block_pass.h"
#include "engine/run/problem_log.h"
#include "input/sources/spool.h"

namespace textkin::engine::read {

Status read_texts(Collection& collection, const run::ProblemsTo& problems, BlockVisitor& visitor, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<run::ProblemLog> log, run::ProblemLog::open(problems, progress));
  auto spool = std::make_shared<input::Spool>(collection.settings.spool_directory, "");
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<BlockPass> blocks,
                           BlockPass::open(collection, spool, {}, *log, progress));
  TEXTKIN_RETURN_IF_ERROR(blocks->visit(visitor));
  collection.finished = blocks->take_finished();
  collection.spool = spool;
  collection.end_notes(progress);
  collection.problems = log->count();
  TEXTKIN_RETURN_IF_ERROR(log->finish());
  TEXTKIN_RETURN_IF_ERROR(collection.check_something_was_read(log->first()));
  return make_ids_unique(collection);
}

}  // namespace textkin::engine::read
