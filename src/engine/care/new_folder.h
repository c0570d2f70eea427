// NewFolder: the folder of an index that has its name when it is complete.
//
// It is made beside the name that it is to have, as ".NAME.making", which nobody takes for an index, and is renamed by
// commit(). Destroyed without that it is removed with all that lies in it. One of a process that was killed is removed
// by the next that makes the same: who makes one holds its lock (flock). For its owner alone (0700). Threads: one.
#pragma once

#include <string>
#include <string_view>

#include "textkin/status.h"

namespace textkin::engine::care {

class NewFolder {
 public:
  // kInvalidArgument where something of that name is there, kIo where the folder cannot be made or another process
  // makes it. Where links lead elsewhere the folder is made there.
  static Result<NewFolder> begin(const std::string& name);
  NewFolder(NewFolder&& other) noexcept;
  NewFolder& operator=(NewFolder&&) = delete;
  ~NewFolder();

  // Where it is until commit(); it exists, and is empty at first.
  const std::string& path() const { return path_; }
  // Gives it its name, on the disk too.
  Status commit();

  // Whether a folder of that name is one that is being made, or was.
  static bool is_one(std::string_view name);

 private:
  NewFolder(std::string name, std::string path, int lock);
  std::string name_;
  std::string path_;  // empty: there is nothing to be removed
  int lock_;          // a descriptor of the folder
};

}  // namespace textkin::engine::care
