// VaultWriters: the vaults of this process that are open for writing, whose work RocksDB shares out to threads of its
// own.
//
// It starts them when any vault is opened, and keeps them. A child of fork() has none of them, and would wait for ever
// for what they do: so before a fork they are ended, where nobody writes; RocksDB starts others when a vault is opened
// again. Threads: any number at once.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <mutex>
#include <set>
#include <string>

#include "textkin/status.h"

namespace textkin::archive {

class VaultWriters {
 public:
  static VaultWriters& of_process();

  // A folder that was written to in this process is waited for until nobody reads it, some seconds; then kIo. kIo, too,
  // where this is a child of a process that had one open when it was forked.
  Status take(const std::string& folder);
  void give_back(const std::string& folder);

 private:
  void before_fork();

  std::mutex mutex_;
  std::condition_variable given_back_;
  std::set<std::string> folders_;  // RocksDB opens none twice
  pid_t process_ = 0;
};

}  // namespace textkin::archive
