#include "base/sync_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "base/io_error.h"

namespace textkin::base {

Status sync_folder_of(const std::string& file) {
  std::string folder = std::filesystem::path(file).parent_path().string();
  if (folder.empty()) folder = ".";
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return io_error(folder, "cannot be opened", errno);
  int error = 0;
  while (::fsync(descriptor) != 0) {
    error = errno;
    if (error != EINTR) break;
    error = 0;
  }
  ::close(descriptor);
  if (error == 0 || error == EINVAL || error == ENOTSUP) return {};
  return io_error(folder, "cannot be synced", error);
}

}  // namespace textkin::base
