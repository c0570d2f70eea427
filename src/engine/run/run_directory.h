// RunDirectory: the folder of a run: what does not fit in memory, and what a later run continues from.
//
// A named one (--run-dir) is made if it is missing, stays, and is locked: two runs at once would destroy each other's
// work. One that is there is taken where it is empty, or was made by a run, as its lock says: runs write and remove
// under names that others may have too, so kInvalidArgument names what else lies there. Without a name a fresh folder
// is made under TMPDIR (or /tmp) and removed with all that lies in it. What is made is for this user alone (0700), and
// so is each file in it (0600).
#pragma once

#include <memory>
#include <string>

#include "textkin/status.h"

namespace textkin::engine::run {

class RunDirectory {
 public:
  static Result<std::unique_ptr<RunDirectory>> open(const std::string& name);
  ~RunDirectory();
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  const std::string& path() const { return path_; }
  bool named() const { return lock_ >= 0; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  RunDirectory(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::string path_;
  int lock_;  // descriptor of the lock; -1 where the folder has no name
};

}  // namespace textkin::engine::run
