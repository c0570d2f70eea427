#include "engine/signatures/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/io_error.h"

namespace textkin::engine::signatures {

Result<FileLock> FileLock::take(const std::string& path) {
  const Status taken(Code::kIo, path + ": another process adds to it; wait for it, and add again");
  FileLock lock(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (lock.descriptor_ < 0) return base::io_error(path, "cannot be opened", errno);
  if (::flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return taken;
  struct stat held;
  struct stat named;
  if (::fstat(lock.descriptor_, &held) != 0 || ::stat(path.c_str(), &named) != 0)
    return base::io_error(path, "cannot be opened", errno);
  if (held.st_ino != named.st_ino || held.st_dev != named.st_dev) return taken;
  return lock;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace textkin::engine::signatures
