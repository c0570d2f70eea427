#include "archive/index_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "archive/archive.h"
#include "base/io_error.h"
#include "base/sync_folder.h"

namespace textkin::archive {

Result<int> lock_index(const std::string& folder) {
  const std::string name = folder + "/lock";
  const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return base::io_error(name, "cannot be opened", errno);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  const int error = errno;
  ::close(descriptor);
  if (error != EWOULDBLOCK) return base::io_error(name, "cannot be locked", error);
  return Status(Code::kIo, fmt::format("another process writes to the index {}; wait for it", folder));
}

Status make_folder(const std::string& path) {
  return ::mkdir(path.c_str(), 0700) == 0 ? Status() : base::io_error(path, "cannot be made", errno);
}

Status sync_index(const std::string& folder) {
  TEXTKIN_RETURN_IF_ERROR(base::sync_folder_of(segments_of(folder) + "/"));
  TEXTKIN_RETURN_IF_ERROR(base::sync_folder_of(truth_of(folder)));
  return base::sync_folder_of(folder);
}

}  // namespace textkin::archive
