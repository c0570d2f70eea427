#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/io_error.h"
#include "base/parallel.h"

namespace textkin::base {
namespace {

// Linux transfers at most 2^31 - 4096 bytes a call.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;

// Repeats `transfer(done, bytes)` until `size` bytes have come or there are no more.
template <class Transfer>
Result<std::size_t> fill(const std::string& path, std::size_t size, const Transfer& transfer) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = transfer(done, std::min(size - done, kMostAtOnce));
    if (got == 0) break;
    if (got > 0) {
      done += static_cast<std::size_t>(got);
    } else if (errno != EINTR) {
      return io_error(path, "cannot be read", errno);
    } else if (interrupted()) {
      return Status(Code::kInterrupted, "interrupted");
    }
  }
  return done;
}

File::Facts facts_from(const struct stat& status) {
  return {.regular = S_ISREG(status.st_mode),
          .size = S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0,
          .modified_ns = status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec};
}

}  // namespace

Result<File> File::open(const std::string& path) {
  if (path == "-") return File(path, STDIN_FILENO);
  int descriptor;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  } while (descriptor < 0 && errno == EINTR && !interrupted());
  if (descriptor < 0 && errno == EINTR) return Status(Code::kInterrupted, "interrupted");
  if (descriptor < 0) return io_error(path, "cannot be opened", errno);
  return File(path, descriptor);
}

File::File(File&& other) noexcept : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

File& File::operator=(File&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

File::~File() {
  if (descriptor_ >= 0 && descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

Result<File::Facts> File::facts() const {
  struct stat status;
  if (::fstat(descriptor_, &status) != 0) return io_error(path_, "cannot be examined", errno);
  return facts_from(status);
}

Result<File::Facts> File::facts_of(const std::string& path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return io_error(path, "cannot be examined", errno);
  return facts_from(status);
}

Status File::seek(std::uint64_t offset) {
  if (::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) >= 0) return {};
  return io_error(path_, "cannot be read from the middle", errno);
}

Result<std::size_t> File::read(char* out, std::size_t size) {
  return fill(path_, size, [&](std::size_t done, std::size_t bytes) { return ::read(descriptor_, out + done, bytes); });
}

Result<std::size_t> File::read_at(std::uint64_t offset, char* out, std::size_t size) const {
  return fill(path_, size, [&](std::size_t done, std::size_t bytes) {
    return ::pread(descriptor_, out + done, bytes, static_cast<off_t>(offset + done));
  });
}

bool File::read_held(std::uint64_t offset, char* out, std::size_t size) const {
  const iovec place{out, size};
  return ::preadv2(descriptor_, &place, 1, static_cast<off_t>(offset), RWF_NOWAIT) == static_cast<ssize_t>(size);
}

}  // namespace textkin::base
