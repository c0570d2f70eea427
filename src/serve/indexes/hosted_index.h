// HostedIndex: an index that a server asks and changes: readers see every change that was acknowledged, and changes of
// many requests become one batch.
//
// Promise: a change is acknowledged when it is on the disk, whole; one that fails leaves nothing, and others that came
// with it are done nevertheless. Ownership: owns the lock of the folder, unless it is read only. Threads: any number at
// once; changes are made by a thread of its own, in the order in which they came. Cost of a change: that of a batch,
// which it shares with those that came meanwhile; questions read the writer's own files as of its last batch (decision
// 105), and wait for nobody.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "engine/index/open_archive.h"
#include "engine/index/write_session.h"
#include "serve/indexes/askers.h"
#include "textkin/status.h"

namespace textkin::serve {

// What is done to an index in one step.
class Change {
 public:
  virtual ~Change() = default;
  // Into the batch; called again, in a batch of its own, where another one of the same batch failed.
  virtual Status apply(engine::index::WriteSession& session) = 0;
  // Whether it is never in one batch with others.
  virtual bool alone() const { return false; }
  // Whether nobody waits for it any more: it is not made then, and done() hears kInterrupted.
  virtual bool is_late() const { return false; }
  // Once: what became of it; the sequence that it got.
  virtual void done(const Result<std::uint64_t>& sequence) = 0;
};

class HostedIndex {
 public:
  struct Options {
    std::string folder;
    std::uint64_t memory = 0;  // bytes, of readers and the writer
    bool read_only = false;
    std::size_t most_waiting = 256;  // changes
  };

  // kIo where another process writes there, unless it is read only.
  static Result<std::unique_ptr<HostedIndex>> open(const Options& options);
  ~HostedIndex() { end(); }
  // Makes the changes that wait, puts what was acknowledged into files that are checked, and lets the folder go; no
  // more is changed.
  void end();

  // How folders in the index's begin that are copies on their way to somebody; what a killed server left goes.
  static constexpr std::string_view kSnapshot = ".snapshot-";

  const std::string& folder() const { return options_.folder; }
  bool read_only() const { return options_.read_only; }

  // As of every change that was acknowledged.
  Result<engine::index::OpenArchive> now();

  // Of now(), for questions of one text.
  Askers& askers() { return askers_; }

  // Changes that wait; and the sequence that was acknowledged, or found at the beginning.
  std::size_t waiting();
  std::uint64_t acknowledged();

  // False where too many wait, or this ends: nothing is done then.
  bool offer(std::unique_ptr<Change> change);

 private:
  using Batch = std::deque<std::unique_ptr<Change>>;

  explicit HostedIndex(const Options& options) : options_(options) {}
  Status open_writer();
  void close_writer();
  void remove_snapshots();
  void show(engine::index::OpenArchive archive);
  bool is_behind();
  void write_until_the_end();
  void take_batch(Batch& batch);
  static void drop_late(Batch& batch);
  void make(Batch& batch);
  Status tell_readers(std::uint64_t sequence);
  void put_in_order();
  Result<std::uint64_t> make_in_one_step(Batch& batch);
  void make_alone(Change& change);

  Options options_;
  std::mutex reading_;
  engine::index::OpenArchive archive_;  // the newest; none where the writer had to be closed
  Askers askers_;
  std::chrono::steady_clock::time_point looked_;
  std::int64_t latest_ = 0;  // of a read-only one: when the folder's last writer ended

  std::mutex waiting_;  // guards what follows
  std::condition_variable come_;
  Batch changes_;
  bool ending_ = false;
  std::uint64_t sequence_ = 0;  // of what was acknowledged

  std::unique_ptr<engine::index::WriteSession> session_;  // of the thread
  std::thread writer_;
};

}  // namespace textkin::serve
