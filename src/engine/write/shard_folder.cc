#include "engine/write/shard_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/checksum.h"
#include "base/is_folder.h"
#include "input/sources/source_list.h"

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
  if (!error && base::is_folder(folder)) return {};
  return Status(Code::kIo, fmt::format("cannot make the folder {}: {}", folder.string(),
                                       error ? error.message() : "a file has that name"));
}

Result<std::unique_ptr<base::OutputFile>> ShardFolder::open(const fs::path& target, base::Packing packing) {
  const std::string folder = target.parent_path().string();
  auto found = folders_.find(folder);
  if (found == folders_.end()) {
    TEXTKIN_RETURN_IF_ERROR(make_folder(folder));
    found = folders_.emplace(folder, Folder{base::Leftovers::in(folder), {}}).first;
  }
  const std::string name = target.filename().string();
  found->second.leftovers.remove_of(name);
  return base::OutputFile::create_shard(target.string(), packing);
}

Status ShardFolder::commit(std::unique_ptr<base::OutputFile> file) {
  TEXTKIN_RETURN_IF_ERROR(file->end());
  const fs::path target = file->path();
  folders_.at(target.parent_path().string()).written.push_back(base::checksum(target.filename().string()));
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

void ShardFolder::warn_of_others(const fs::path& folder, Progress& progress) const {
  input::Skipped others;
  const auto look_in = [&](const fs::path& below, std::vector<std::uint64_t> written) {
    std::ranges::sort(written);
    std::error_code error;  // what cannot be listed, nobody reads
    for (fs::directory_iterator entry(below, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      if (name.starts_with('.') || !entry->is_regular_file(error)) continue;
      if (!std::ranges::binary_search(written, base::checksum(name)))
        others.add((below / name).lexically_relative(folder).string());
    }
  };
  const std::string root = (folder / "of").parent_path().string();
  if (!folders_.contains(root)) look_in(folder, {});
  for (const auto& [below, of_it] : folders_) look_in(below, of_it.written);
  if (others.count == 0) return;
  progress.warn(fmt::format("{} holds {} file{} that this run did not write: {}{}", root, others.count,
                            others.count == 1 ? "" : "s", fmt::join(others.first, ", "),
                            others.count > others.first.size() ? ", ..." : ""));
}

}  // namespace textkin::engine::write
