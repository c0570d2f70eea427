// Recorder: what a process does to the files below one folder, call by call, in the order in which it took effect; and
// refusals at a chosen call. calls.cc defines the functions of the C library that lead here, for this program and for
// every library that it loads.
//
// Threads: any number. One at a time has a folder.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace textkin::crash {

using Inode = std::uint32_t;  // of one file or folder, never used again

// What happened.
struct Act {
  enum Kind : std::uint8_t {
    kWrite,     // `bytes` at `offset` of `inode`
    kTruncate,  // `inode` to `offset` bytes
    kSync,      // `inode`, a file or a folder
    kName,      // `name` in `folder` is `inode`
    kUnname,    // `name` in `folder` is nothing
    kRename,    // what was `old_name` in `old_folder` is `name` in `folder`
    kMark,      // said by the test: `offset`
  } kind;
  Inode inode = 0;
  bool is_folder = false;
  std::uint64_t offset = 0;
  std::string bytes;
  Inode folder = 0;  // 0: the root's
  std::string name;
  Inode old_folder = 0;
  std::string old_name;
};

class Recorder {
 public:
  static Recorder& instance();

  // Begins with what happens below `root`, which is there and empty.
  void begin(const std::string& root);
  std::vector<Act> end();
  void mark(std::uint64_t value);

  // The `at`-th call (from 1) that would change a file, a name, or sync one fails with `error`, and with `from_then_on`
  // all later ones; 0: none.
  void refuse(std::uint64_t at, int error, bool from_then_on);
  std::uint64_t calls();  // that might have been refused, since refuse() or begin()

  // For calls.cc. Whoever holds the lock does the call and tells of it.
  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }
  bool watches(const char* path) const;
  bool watches(int descriptor) const { return open_.contains(descriptor); }
  bool refuses();  // errno is set
  void opened(int descriptor, const char* path, bool is_new);
  void opened_nameless(int descriptor) { open_[descriptor] = fresh(); }
  void closed(int descriptor) { open_.erase(descriptor); }
  void wrote(int descriptor, std::uint64_t offset, const void* bytes, std::size_t size);
  void truncated(int descriptor, std::uint64_t size);
  void synced(int descriptor);
  void named(const char* path, Inode inode, bool is_folder);
  void unnamed(const char* path);
  void renamed(const char* from, const char* to);
  Inode inode_of(int descriptor) const;
  Inode inode_of(const std::string& path) const;
  Inode fresh() { return ++last_; }

 private:
  void tell(Act act) { acts_.push_back(std::move(act)); }
  Inode folder_of(const std::string& path) const;

  std::mutex mutex_;
  std::string root_;  // empty: nothing is watched
  std::vector<Act> acts_;
  std::unordered_map<int, Inode> open_;  // for writing, and folders
  std::map<std::string, Inode> names_;   // as every process sees them
  Inode last_ = 0;
  std::uint64_t calls_ = 0;
  std::uint64_t refused_at_ = 0;
  int error_ = 0;
  bool from_then_on_ = false;
};

}  // namespace textkin::crash
