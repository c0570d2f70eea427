#include "engine/run/run_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "base/io_error.h"
#include "base/is_folder.h"
#include "base/leftovers.h"
#include "base/utf8.h"

namespace textkin::engine::run {
namespace {

constexpr const char* kLock = "lock";
constexpr std::string_view kMark = "textkin run directory\n";  // what the lock holds

Result<int> lock_folder(const std::string& path) {
  const std::string name = path + "/" + kLock;
  const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return base::io_error(name, "cannot be created", errno);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  const int error = errno;
  ::close(descriptor);
  if (error != EWOULDBLOCK) return base::io_error(name, "cannot be locked", error);
  return Status(Code::kIo,
                fmt::format("another run uses the run directory {}; wait for it, or name another --run-dir", path));
}

bool begins(const std::string& file, std::string_view with) {
  std::string head(with.size(), '\0');
  std::ifstream in(file, std::ios::binary);
  return in.read(head.data(), static_cast<std::streamsize>(head.size())) && head == with;
}

// A run writes under names of its own and removes what it left: not in a folder of something else.
Status check_own(const std::string& path) {
  // Runs of older versions marked none.
  if (begins(path + "/" + kLock, kMark) || begins(path + "/manifest.json", R"({"format":"textkin run")")) return {};
  std::error_code error;
  for (std::filesystem::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with('.') || name == "lost+found") continue;
    if (name == kLock && at->is_regular_file(error) && at->file_size(error) == 0) continue;
    return Status(Code::kInvalidArgument,
                  fmt::format("{} is no run directory, but holds {}; name a folder that is empty, or does not exist",
                              path, base::printable(name)));
  }
  return error ? base::io_error(path, "cannot be listed", error.value()) : Status();
}

// Texts stand there in clear: what is made is for this user alone. A folder that is there already stays as it is; the
// files in it are private in any case.
void make_private(const std::string& name, std::error_code& error) {
  const std::filesystem::path folder = (std::filesystem::path(name) / "").parent_path();
  if (folder.has_parent_path()) std::filesystem::create_directories(folder.parent_path(), error);
  if (!error && ::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    error = std::error_code(errno, std::generic_category());
}

}  // namespace

Result<std::unique_ptr<RunDirectory>> RunDirectory::open(const std::string& name) {
  if (!name.empty()) {
    std::error_code error;
    make_private(name, error);
    if (error || !base::is_folder(name))
      return Status(Code::kIo, fmt::format("cannot make the run directory {}: {}", name,
                                           error ? error.message() : "it is not a directory"));
    TEXTKIN_RETURN_IF_ERROR(check_own(name));
    TEXTKIN_ASSIGN_OR_RETURN(const int lock, lock_folder(name));
    std::unique_ptr<RunDirectory> directory(new RunDirectory(name, lock));
    if (::pwrite(lock, kMark.data(), kMark.size(), 0) != static_cast<ssize_t>(kMark.size()))
      return base::io_error(directory->file(kLock), "cannot be written", errno);
    TEXTKIN_RETURN_IF_ERROR(base::remove_leftovers(name));
    return directory;
  }
  const char* base = std::getenv("TMPDIR");
  std::string path = fmt::format("{}/textkin-XXXXXX", base != nullptr && *base != '\0' ? base : "/tmp");
  if (mkdtemp(path.data()) == nullptr)
    return Status(Code::kIo, fmt::format("cannot make a scratch folder {}: {}; name another with --run-dir", path,
                                         std::strerror(errno)));
  return std::unique_ptr<RunDirectory>(new RunDirectory(path, -1));
}

RunDirectory::~RunDirectory() {
  std::error_code ignored;  // nothing can be done about it here
  if (lock_ >= 0) {
    ::close(lock_);
  } else {
    std::filesystem::remove_all(path_, ignored);
  }
}

}  // namespace textkin::engine::run
