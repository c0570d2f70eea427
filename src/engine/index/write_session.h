// WriteSession: an index that a program changes in several calls, which become one batch: all of it counts with
// commit(), or nothing of it.
//
// Promise: other processes see the index as of before until commit() returns, and then all that was done; a session
// that ends without it, killed or not, leaves nothing. What is added, removed and looked for sees what was done before
// in the same session. The batch must fit in memory, in an eighth of what the index has: kExhausted else. A call that
// fails may have done a part of its work; then the session can only be rolled back, or end. The index is locked for
// other writers from open() on. Threads: one at a time. Errors: as ArchiveWriter's, and kInvalidArgument after one that
// failed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "archive/archive_writer.h"
#include "engine/index/add.h"
#include "engine/index/keep_house.h"
#include "engine/index/open_archive.h"
#include "engine/run/limits.h"
#include "engine/run/read_options.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::index {

class WriteSession {
 public:
  static Result<std::unique_ptr<WriteSession>> open(const std::string& folder, const run::LimitOptions& limits);

  // As index::add() and index::remove(), of this index, whatever folder they name.
  Result<AddCounts> add(const run::ReadOptions& asked, const AddOptions& wanted, Progress& progress);
  Result<RemoveCounts> remove(const RemoveOptions& wanted);
  // The sequence of the index then. The session can go on.
  Result<std::uint64_t> commit();
  // Where nothing waits to be committed. All segments become one; and an index of its own in `folder`, which must not
  // exist.
  Status merge();
  Status copy_to(const std::string& folder);
  // What was committed is in files that are checked; and, where that left some that can be smaller, when nobody has a
  // view() of before: makes them so.
  Status finish();
  void tidy() { writer_->tidy(); }
  // What was committed, for readers of this process, as it is now. Cost: some microseconds.
  Result<OpenArchive> view();
  // Behind a call that failed: the session goes on as from the last commit(). Its error where that one failed.
  Status roll_back();
  // Whether a commit() can succeed; else only a session that is opened anew can.
  bool is_sound() const { return writer_->is_sound(); }
  // In a child of fork(): the lock is the parent's alone. The session is of no use there, and must not be destroyed.
  void let_go_of_lock() { writer_->let_go_of_lock(); }

 private:
  WriteSession(std::unique_ptr<archive::ArchiveWriter> writer, std::uint64_t memory)
      : writer_(std::move(writer)), memory_(memory) {}
  Status check() const;
  Status wrote(Status status);
  Status failed(Status status);

  std::unique_ptr<archive::ArchiveWriter> writer_;
  std::uint64_t memory_;  // of the writer
  bool failed_ = false;
  Status write_status_;  // of what cannot be rolled back
};

}  // namespace textkin::engine::index
