// OutputFile: a file that appears under its name only when it is complete.
//
// create() opens a file without a name in the target's folder at once, so that a missing folder or a lack of permission
// is known before any work; commit() flushes, syncs and gives it its name. Destroyed without commit(), or killed, it
// leaves nothing behind. Some file systems have no files without names: there it is a hidden file beside the target,
// and the next run with that output removes what a killed one left (base/leftovers.h).
//
// An old file that is replaced gives the new one its mode, and its owner and group where the system lets us; a new file
// has the mode that the umask leaves, a private one 0600.
//
// "-" is standard output: written as it comes, commit() flushes; so are pipes and devices such as /dev/null, and a file
// that is standard output or error (/dev/stdout), which must not be replaced. A reader that closed the pipe is kIo
// (where the process ignores SIGPIPE). A link is followed: the file that it leads to is replaced. Threads: one at a
// time. Errors name the file and say what to do (disk full, folder missing, permission).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/packing/packing.h"
#include "textkin/status.h"

namespace textkin::base {

class OutputFile {
 public:
  // Packed as the suffix of `path` says. The same bytes give the same file on every run (no time stamps).
  static Result<std::unique_ptr<OutputFile>> create(const std::string& path);
  // Packed so, whatever the suffix says.
  static Result<std::unique_ptr<OutputFile>> create(const std::string& path, Packing packing);
  // One of very many in its folder, whose Leftovers were looked at already.
  static Result<std::unique_ptr<OutputFile>> create_shard(const std::string& path, Packing packing);
  // For this user's eyes, in a folder that no other run writes to.
  static Result<std::unique_ptr<OutputFile>> create_private(const std::string& path);
  // The same for the rest of this run only: complete under its name after commit(), but nobody waits for the disk.
  static Result<std::unique_ptr<OutputFile>> create_scratch(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // How many threads may pack what write() takes; the bytes stay the same. Before the first write(); one where it is
  // not called.
  void use_threads(unsigned threads);

  Status write(std::string_view bytes);  // buffered
  // Nothing more is written: what only writing needs is freed.
  Status end();
  // Waits until all that was written, which ends here, is on the disk; commit() has the name left to give.
  Status sync();
  Status commit();
  const std::string& path() const;
  // A path by which what was written so far can be read, until commit().
  Result<std::string> path_so_far();

 private:
  struct State;
  static Result<std::unique_ptr<OutputFile>> create(std::unique_ptr<State> state, Packing packing);
  explicit OutputFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace textkin::base
