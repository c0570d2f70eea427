// Descriptor: one number of an open file, closed when it is no longer needed.
#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace textkin::base {

class Descriptor {
 public:
  Descriptor() = default;
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  // Takes it. Where this process's own standard files are closed, a new descriptor may have one of their numbers, over
  // which a child's would be put. false: errno says why.
  bool set(int descriptor) {
    descriptor_ = descriptor;
    if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor >= 0;
    descriptor_ = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::close(descriptor);
    return descriptor_ >= 0;
  }
  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }
  bool open() const { return descriptor_ >= 0; }
  int number() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

}  // namespace textkin::base
