// OutputFile: a file that appears under its name only when it is complete.
//
// create() opens a hidden temporary file beside the target at once, so that a missing folder or a lack of permission is
// known before any work; commit() flushes, syncs and renames. Destroyed without commit(), it leaves nothing behind.
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
  // For the rest of this run only: complete under its name after commit(), but nobody waits for the disk.
  static Result<std::unique_ptr<OutputFile>> create_scratch(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  Status write(std::string_view bytes);  // buffered
  Status commit();
  const std::string& path() const;

 private:
  struct State;
  explicit OutputFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Removes the temporary files that killed runs have left in `folder`. Only where no other run writes to it.
Status remove_leftovers(const std::string& folder);

}  // namespace textkin::base
