// OpenIndex and IndexWriter: indexes that Python keeps open between calls.
//
// Each belongs to the process that opened it: in a child of fork() it is let go of, not closed, since its files and
// threads are the parent's. Threads: OpenIndex any number; IndexWriter one at a time, which the package sees to.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "client/server_place.h"
#include "engine/places/held.h"

namespace textkin::python {

// One sequence of an index, for reading.
class OpenIndex {
 public:
  // `memory`: of it in bytes; 0: the engine's share of half of the machine.
  OpenIndex(std::string folder, std::uint64_t memory);
  ~OpenIndex();
  OpenIndex(const OpenIndex&) = delete;
  OpenIndex& operator=(const OpenIndex&) = delete;

  std::uint64_t sequence() const;
  std::uint64_t documents() const;
  bool has(const std::string& id) const;
  const std::string& folder() const { return folder_; }
  const engine::index::OpenArchive& archive() const { return archive_; }

 private:
  std::string folder_;
  int process_;
  engine::index::OpenArchive archive_;
};

// An index behind a server, as it was when this was made. Each belongs to the process that made it, as its connection
// does.
class OpenServer {
 public:
  // `timeout`: seconds. `exists`: else the index is to be made, and nothing is asked.
  OpenServer(std::string address, std::string token, unsigned timeout, bool exists);

  std::uint64_t sequence() const { return sequence_; }
  std::uint64_t documents() const { return documents_; }
  bool has(const std::string& id);
  // For runs, one at a time.
  const std::shared_ptr<client::ServerPlace>& place() const { return place_; }

 private:
  std::shared_ptr<client::ServerPlace> place_;
  std::mutex mutex_;  // of the other one, which is asked while a run is on its way
  client::ServerPlace own_;
  std::uint64_t sequence_ = 0;
  std::uint64_t documents_ = 0;
};

class IndexWriter {
 public:
  IndexWriter(const std::string& folder, std::uint64_t memory);
  ~IndexWriter();
  IndexWriter(const IndexWriter&) = delete;
  IndexWriter& operator=(const IndexWriter&) = delete;

  std::uint64_t commit();
  // The last but close().
  void finish();
  // What is not committed is gone, and others can write.
  void close();
  const std::shared_ptr<engine::index::WriteSession>& session() const;

 private:
  void let_go_after_fork();

  int process_;
  std::shared_ptr<engine::index::WriteSession> session_;
};

// Those of a list, by their folders. TypeError for anything else.
engine::places::Held held_indexes(const nanobind::list& given);

void bind_indexes(nanobind::module_& module);

}  // namespace textkin::python
