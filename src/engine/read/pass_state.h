// PassState: a first pass on its way, whatever step it is at.
#pragma once

#include <memory>

#include "base/memory_records.h"
#include "engine/read/block_pass.h"
#include "engine/read/collection.h"
#include "engine/read/set_visitor.h"
#include "engine/run/journal.h"
#include "engine/run/problem_log.h"
#include "engine/run/read_options.h"
#include "input/blocks/read_position.h"
#include "input/sources/spool.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::read {

struct PassState {
  PassState(const run::Reading& asked, Progress& sink) : reading(asked), progress(sink) {}

  // Lists the inputs, opens the run directory, and takes up what it holds.
  Status open(const run::RunSpec& spec);
  // Lets the visitor see the sets of what is left to read, and takes documents in. Segments are written where there is
  // no room for more, or, in a directory that is kept, where a kill would cost too much.
  Status visit_rest(SetVisitor& visitor);
  // The sets that are retained, which are then freed unless they are all there is, and those of what is left to read.
  Status visit_all(SetVisitor& visitor);
  Status visit_retained(SetVisitor& visitor);
  // Fails where ids repeat, unless they are to be numbered.
  Status finish();
  Status write_segment_if_due(bool last);
  // Fails where the memory will not do, from what so much of the input needed, of which the visitor saw `visited`
  // documents and `held` bytes are sets that stay.
  Status check_memory(const SetVisitor& visitor, DocId visited, std::uint64_t held) const;

  run::Reading reading;
  Progress& progress;
  Collection collection;
  std::unique_ptr<run::Journal> journal;
  std::shared_ptr<input::Spool> spool;
  std::unique_ptr<run::ProblemLog> problems;
  std::unique_ptr<BlockPass> blocks;  // null where a former run has read everything
  base::DocumentRecords whole;        // band records that are not written yet
  base::DocumentRecords bands;
  bool resumed = false;
  input::ReadPosition resumed_at;  // what stands before it was read by former runs
};

}  // namespace textkin::engine::read
