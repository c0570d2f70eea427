#include "engine/care/new_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/io_error.h"
#include "base/sync_folder.h"

namespace textkin::engine::care {
namespace {

constexpr std::string_view kMaking = ".making";

// -1 where somebody else has it.
Result<int> lock_folder(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return base::io_error(path, "cannot be opened", errno);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return descriptor;
  ::close(descriptor);
  return -1;
}

// Removes what a killed process left. A folder of somebody else stays: then that it is there is an error.
Status remove_left(const std::string& path) {
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid()) return {};
  TEXTKIN_ASSIGN_OR_RETURN(const int lock, lock_folder(path));
  if (lock < 0) return Status(Code::kIo, path + " is being made by another process; wait for it");
  std::error_code error;
  std::filesystem::remove_all(path, error);
  ::close(lock);
  return error ? base::io_error(path, "cannot be removed", error.value()) : Status();
}

}  // namespace

NewFolder::NewFolder(std::string name, std::string path, int lock)
    : name_(std::move(name)), path_(std::move(path)), lock_(lock) {}

NewFolder::NewFolder(NewFolder&& other) noexcept
    : name_(std::move(other.name_)), path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}

NewFolder::~NewFolder() {
  std::error_code ignored;  // nothing can be done about it here
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

Result<NewFolder> NewFolder::begin(const std::string& name) {
  std::error_code error;
  if (std::filesystem::symlink_status(name, error).type() != std::filesystem::file_type::not_found)
    return Status(Code::kInvalidArgument, name + " exists already; name a folder that does not exist");
  const std::filesystem::path plain = (std::filesystem::path(name) / "").parent_path();
  const std::string path = plain.parent_path() / fmt::format(".{}{}", plain.filename().string(), kMaking);
  TEXTKIN_RETURN_IF_ERROR(remove_left(path));
  if (::mkdir(path.c_str(), 0700) != 0) return base::io_error(path, "cannot be made", errno);
  NewFolder made(plain.string(), path, -1);
  TEXTKIN_ASSIGN_OR_RETURN(made.lock_, lock_folder(path));
  return made;
}

Status NewFolder::commit() {
  TEXTKIN_RETURN_IF_ERROR(base::sync_folder_of(path_ + "/"));
  if (::rename(path_.c_str(), name_.c_str()) != 0) return base::io_error(name_, "cannot be made", errno);
  path_.clear();
  return base::sync_folder_of(name_);
}

bool NewFolder::is_one(std::string_view name) { return name.starts_with('.') && name.ends_with(kMaking); }

}  // namespace textkin::engine::care
