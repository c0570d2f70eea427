#include "serve/handlers/body_file.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace textkin::serve {

Result<BodyFile> BodyFile::make(std::string_view bytes) {
  BodyFile made(::memfd_create("body", MFD_CLOEXEC));
  const auto failed = [] {
    return Status(Code::kIo, fmt::format("the body cannot be held in memory: {}", std::strerror(errno)));
  };
  if (made.descriptor_ < 0) return failed();
  while (!bytes.empty()) {
    const ssize_t written = ::write(made.descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failed();
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return made;
}

BodyFile::BodyFile(BodyFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

BodyFile& BodyFile::operator=(BodyFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

BodyFile::~BodyFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string BodyFile::path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

}  // namespace textkin::serve
