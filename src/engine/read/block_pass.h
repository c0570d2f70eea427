// BlockPass: one way over the files of a collection: blocks are read in order, parsed in parallel, and taken in in
// input order, so that nothing depends on threads or block size.
//
// What every pass takes in goes to the Collection: documents with their ids and sizes, problems, notes, how much was
// read. What else is made of the texts is a BlockVisitor's.
#pragma once

#include <memory>
#include <vector>

#include "engine/read/block_visitor.h"
#include "engine/read/collection.h"
#include "engine/run/problem_log.h"
#include "input/blocks/block.h"
#include "input/blocks/read_position.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::read {

class BlockPass {
 public:
  // Reading begins at `from`, before which stands what `spool` holds. All must outlive the pass; `progress` may be
  // called from any thread, one at a time.
  static Result<std::unique_ptr<BlockPass>> open(Collection& collection, std::shared_ptr<input::Spool> spool,
                                                 const input::ReadPosition& from, run::ProblemLog& problems,
                                                 Progress& progress);
  ~BlockPass();

  // Reads until the end of the input, or until the visitor has enough; then another visitor may go on.
  // Errors: kBadInput and kIo of files, kExhausted for 2^32 documents, and the visitor's own.
  Status visit(BlockVisitor& visitor);

  bool at_end() const;
  // Behind the last block that was taken in.
  const input::ReadPosition& after() const;
  // The inputs that ended since the last call, where the collection's settings ask for checksums.
  std::vector<input::FinishedSource> take_finished();

 private:
  struct State;
  explicit BlockPass(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace textkin::engine::read
