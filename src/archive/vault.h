// Vault: what an index must not lose, as byte strings under ordered keys, in RocksDB (decision 63).
//
// Promise: commit() is all or nothing, and on the disk when it returns; whatever is read was checked against its
// checksum. One process writes (the caller sees to that), any number read: a reader has the state of when it was
// opened, whatever is written meanwhile; in the process that writes, so has a snapshot(). RocksDB is loaded when the
// first vault is opened, through its C interface,
// so that a program that opens none starts no slower and needs none; any version from 6 on, under whatever name it
// has. Errors: kNotFound where RocksDB is not installed or there is no vault; kBadInput "PATH: damaged: WHAT" where
// a checksum fails; kIo. After an error of commit() nothing more can be written: open it anew. In a child
// of fork() none of the parent's may be used or destroyed, and none opened for writing where the parent had one so open
// (kIo). Threads: reading by
// any number; commit() and flush() by one at a time. Memory: a share for what is not yet in files, and one for
// blocks that were read. Files: for their owner alone from when they are complete, in a folder that its maker keeps
// so at any time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/status.h"

namespace textkin::archive {

// Rows are many and small, texts are packed together in blocks of 16 KiB.
enum class Family : std::uint8_t { kRows, kTexts };

// What is to happen at once, in this order.
class Changes {
 public:
  struct Change {
    enum Kind : std::uint8_t { kPut, kErase, kEraseRange, kNothing } kind;
    Family family;
    std::string key;
    std::string value;  // of a range: its end, which stays
  };

  void put(Family family, std::string key, std::string value) {
    add({Change::kPut, family, std::move(key), std::move(value)});
  }
  void erase(Family family, std::string key) { add({Change::kErase, family, std::move(key), {}}); }
  void erase_range(Family family, std::string begin, std::string end) {
    add({Change::kEraseRange, family, std::move(begin), std::move(end)});
  }
  // That one of all() is not to happen. The others keep their places.
  void drop(std::size_t change) {
    bytes_ -= all_[change].key.size() + all_[change].value.size();
    all_[change] = {Change::kNothing, all_[change].family, {}, {}};
  }

  const std::vector<Change>& all() const { return all_; }
  std::uint64_t bytes() const { return bytes_; }
  bool empty() const { return all_.empty(); }
  void clear() {
    all_.clear();
    bytes_ = 0;
  }

 private:
  void add(Change change) {
    bytes_ += change.key.size() + change.value.size();
    all_.push_back(std::move(change));
  }

  std::vector<Change> all_;
  std::uint64_t bytes_ = 0;
};

class Vault {
 public:
  enum class Mode : std::uint8_t { kCreate, kWrite, kRead };

  // `memory`: of this vault, in bytes. A folder that was written to in this process is waited for until the last
  // snapshot of then is gone, some seconds; then kIo.
  static Result<std::unique_ptr<Vault>> open(const std::string& folder, Mode mode, std::uint64_t memory);
  ~Vault();
  Vault(const Vault&) = delete;
  Vault& operator=(const Vault&) = delete;

  // What is committed by now, for reading: it keeps the files open as long as it lives, and what is erased meanwhile
  // takes room until then. Cost: some microseconds; blocks that were read are shared.
  std::unique_ptr<Vault> snapshot() const;

  // False, and `value` as it was, where there is no such key.
  Result<bool> get(Family family, std::string_view key, std::string& value) const;

  // Keys of [begin, end) in order, until `visit` gives false. The views live until it returns.
  using Visit = std::function<Result<bool>(std::string_view key, std::string_view value)>;
  Status scan(Family family, std::string_view begin, std::string_view end, const Visit& visit) const;

  // kSoon: it is on the disk when the next commit() or flush() begins, which tells if it could not be written; the disk
  // is not waited for meanwhile. Never is more than one commit on its way: a log that was torn in two is damage.
  enum class Durable : std::uint8_t { kNow, kSoon };
  Status commit(const Changes& changes, Durable durable = Durable::kNow);
  // Whether a commit() can succeed: none has failed, and nothing that RocksDB does by itself. It keeps such an error
  // until it is opened anew, also when what was amiss (a full disk) is mended.
  bool is_sound() const;
  // What is held of all files as long as it is open, in bytes.
  std::uint64_t bytes_of_tables() const;
  // What was committed lies in files of checked blocks, and nothing in the log: a log that is cut looks like one whose
  // last writer was killed.
  Status flush();
  // Begins to write texts into files, and does not wait: a flush() then has less to do.
  Status begin_flush();
  // Rewrites the files of rows that hold keys of [begin, end), so that what was erased there takes no room; and those
  // of texts where they are many small ones. kWhereItPays: rows only where their files are more than a quarter of all,
  // as they are where what was erased is much. Cost: that of all rows, some 1 us each; and of all texts, some 5 ns a
  // byte.
  enum class Tidy : std::uint8_t { kWhereItPays, kAnyhow };
  Status tidy(std::string_view begin, std::string_view end, Tidy how);
  // Rewrites the files, so that what was erased is in none of them; kIo where they still are what they were.
  Status rewrite();
  // A copy that is a vault of its own; by hard links where that can be. `folder` must not exist.
  Status copy_to(const std::string& folder) const;

 private:
  struct State;
  struct Reading;
  // Until what was committed is on the disk.
  Status wait() const;
  Vault(std::shared_ptr<State> state, std::unique_ptr<Reading> reading);
  std::shared_ptr<State> state_;
  std::unique_ptr<Reading> reading_;  // ends before what it reads
};

}  // namespace textkin::archive
