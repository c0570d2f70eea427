#include "archive/vault_writers.h"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "archive/rocksdb_library.h"

namespace textkin::archive {
namespace {

// For threads that were told to end.
constexpr int kMostWaits = 1000;
constexpr unsigned kWaitMicroseconds = 100;
constexpr std::chrono::seconds kMostOfAReader{10};

// Whether a thread of RocksDB's own is there.
bool has_background_threads() {
  std::error_code error;
  for (std::filesystem::directory_iterator at("/proc/self/task", error), end; !error && at != end;
       at.increment(error)) {
    std::string name;
    std::getline(std::ifstream(at->path() / "comm"), name);
    if (name.starts_with("rocksdb:")) return true;
  }
  return false;
}

}  // namespace

VaultWriters& VaultWriters::of_process() {
  static VaultWriters* const writers = [] {  // a vault may outlive static objects
    ::pthread_atfork([] { of_process().before_fork(); }, [] { of_process().mutex_.unlock(); },
                     [] { of_process().mutex_.unlock(); });
    return new VaultWriters;
  }();
  return *writers;
}

Status VaultWriters::take(const std::string& folder) {
  std::unique_lock lock(mutex_);
  if (!folders_.empty() && process_ != ::getpid())
    return Status(Code::kIo,
                  "this process was forked while an index was open for writing, and cannot write to one; fork before "
                  "that, or start processes anew");
  process_ = ::getpid();
  if (!given_back_.wait_for(lock, kMostOfAReader, [&] { return !folders_.contains(folder); }))
    return Status(Code::kIo, folder + " is still read in this process as it was written before; try it again later");
  folders_.insert(folder);
  return {};
}

void VaultWriters::give_back(const std::string& folder) {
  {
    const std::lock_guard lock(mutex_);
    folders_.erase(folder);
  }
  given_back_.notify_all();
}

void VaultWriters::before_fork() {
  mutex_.lock();
  if (!folders_.empty()) return;
  const RocksDb& api = rocksdb();
  rocksdb_env_t* const env = api.create_default_env();
  if (api.env_get_background_threads(env) + api.env_get_high_priority_background_threads(env) > 0) {
    api.env_set_background_threads(env, 0);
    api.env_set_high_priority_background_threads(env, 0);
    for (int tries = 0; tries < kMostWaits && has_background_threads(); ++tries) ::usleep(kWaitMicroseconds);
  }
  api.env_destroy(env);
}

}  // namespace textkin::archive
