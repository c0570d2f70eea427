#include "engine/write/shard_folder.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace textkin::engine::write {

namespace fs = std::filesystem;
namespace {

// Files that wait are open: so many, and of those that a process may have open a fourth at most.
constexpr std::size_t kMostWaiting = 128;
// That wait for the disk at the same time; they do nothing else.
constexpr std::size_t kSyncs = 64;

std::size_t most_waiting() {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return 1;
  return std::clamp<std::size_t>(files.rlim_cur / 4, 1, kMostWaiting);
}

}  // namespace

Status make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && fs::is_directory(folder)) return {};
  return Status(Code::kIo, fmt::format("cannot make the folder {}: {}", folder.string(),
                                       error ? error.message() : "a file has that name"));
}

Result<std::unique_ptr<base::OutputFile>> ShardFolder::open(const fs::path& target, base::Packing packing) {
  const std::string folder = target.parent_path().string();
  auto left = leftovers_.find(folder);
  if (left == leftovers_.end()) {
    TEXTKIN_RETURN_IF_ERROR(make_folder(folder));
    left = leftovers_.emplace(folder, base::Leftovers::in(folder)).first;
  }
  left->second.remove_of(target.filename().string());
  return base::OutputFile::create_shard(target.string(), packing);
}

Status ShardFolder::commit(std::unique_ptr<base::OutputFile> file) {
  TEXTKIN_RETURN_IF_ERROR(file->end());
  waiting_.push_back(std::move(file));
  return waiting_.size() < most_waiting() ? Status() : finish();
}

Status ShardFolder::finish() {
  std::atomic<std::size_t> next = 0;
  const auto sync = [&] {
    // Whether it failed, commit() says.
    for (std::size_t i = next++; i < waiting_.size(); i = next++) (void)waiting_[i]->sync();
  };
  {
    std::vector<std::jthread> others;
    try {
      for (std::size_t i = 1; i < std::min(kSyncs, waiting_.size()); ++i) others.emplace_back(sync);
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): no more threads can be had
    }
    sync();
  }
  for (const std::unique_ptr<base::OutputFile>& file : waiting_) TEXTKIN_RETURN_IF_ERROR(file->commit());
  waiting_.clear();
  return {};
}

}  // namespace textkin::engine::write
