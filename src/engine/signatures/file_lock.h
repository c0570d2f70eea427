// FileLock: one at a time changes a file that is replaced as a whole.
//
// The lock is on the file that stands under the name now; who has it finds that one there until it puts another in its
// place. It goes with its process. Threads: any.
#pragma once

#include <string>
#include <utility>

#include "textkin/status.h"

namespace textkin::engine::signatures {

class FileLock {
 public:
  // kIo where another process has it; where the file system has no locks, nobody is kept out.
  static Result<FileLock> take(const std::string& path);
  FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace textkin::engine::signatures
