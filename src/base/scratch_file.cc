#include "base/scratch_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "base/checksum.h"
#include "base/io_error.h"
#include "base/parallel.h"

namespace textkin::base {
namespace {

Status damaged(const std::string& directory) {
  return Status(Code::kIo, directory + ": what was written to a scratch file does not come back; check the disk, or " +
                               "name a directory on another one");
}

// Repeats `transfer(done)`, which gives what the system call gave, until `size` bytes have gone. A call that transfers
// nothing is `at_end`.
template <class Transfer>
Status transfer_all(const std::string& directory, std::string_view what, std::size_t size, const Status& at_end,
                    const Transfer& transfer) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t moved = transfer(done);
    if (moved == 0) return at_end;
    if (moved > 0) {
      done += static_cast<std::size_t>(moved);
    } else if (errno != EINTR) {
      return io_error(directory, what, errno);
    } else if (interrupted()) {
      return Status(Code::kInterrupted, "interrupted");
    }
  }
  return {};
}

}  // namespace

MappedBytes::~MappedBytes() {
  if (size_ > 0) ::munmap(const_cast<char*>(data_), size_);
}

void MappedBytes::forget() const {
  // Advice: where it is not taken, pages stay.
  if (size_ > 0) ::madvise(const_cast<char*>(data_), size_, MADV_DONTNEED);
}

ScratchFile::~ScratchFile() {
  if (descriptor_.load() >= 0) ::close(descriptor_.load());
}

Status ScratchFile::open() {
  if (descriptor_.load() >= 0) return {};
  const std::lock_guard<std::mutex> lock(mutex_);
  if (descriptor_.load() >= 0) return {};
  int descriptor = ::open(directory_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor < 0) {
    // Some file systems have no nameless files.
    std::string name = directory_ + "/.scratch.textkin-XXXXXX";
    descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor < 0) return io_error(directory_, "a scratch file cannot be created", errno);
    ::unlink(name.c_str());
  }
  descriptor_.store(descriptor);
  return {};
}

Result<ScratchFile::Extent> ScratchFile::append(std::string_view bytes) {
  Extent extent{.size = bytes.size(), .checksum = checksum(bytes)};
  if (bytes.empty()) return extent;
  TEXTKIN_RETURN_IF_ERROR(open());
  extent.offset = end_.fetch_add(bytes.size());
  const int descriptor = descriptor_.load();
  TEXTKIN_RETURN_IF_ERROR(transfer_all(
      directory_, "a scratch file cannot be written", bytes.size(), damaged(directory_), [&](std::size_t done) {
        return ::pwrite(descriptor, bytes.data() + done, bytes.size() - done, static_cast<off_t>(extent.offset + done));
      }));
  return extent;
}

Status ScratchFile::read(const Extent& extent, char* out) const {
  TEXTKIN_RETURN_IF_ERROR(read_at(extent.offset, out, extent.size));
  return checksum({out, extent.size}) == extent.checksum ? Status() : damaged(directory_);
}

Status ScratchFile::read_at(std::uint64_t offset, char* out, std::size_t size) const {
  const int descriptor = descriptor_.load();
  if (descriptor < 0 && size > 0) return damaged(directory_);
  return transfer_all(directory_, "a scratch file cannot be read", size, damaged(directory_), [&](std::size_t done) {
    return ::pread(descriptor, out + done, size - done, static_cast<off_t>(offset + done));
  });
}

Result<std::unique_ptr<const MappedBytes>> ScratchFile::map() const {
  const std::size_t size = bytes();
  if (size == 0) return std::make_unique<const MappedBytes>(nullptr, 0);
  void* const data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor_.load(), 0);
  if (data == MAP_FAILED) return io_error(directory_, "a scratch file cannot be mapped", errno);
  return std::make_unique<const MappedBytes>(static_cast<const char*>(data), size);
}

}  // namespace textkin::base
