#include "base/machine.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>

namespace textkin::base {

std::uint64_t physical_memory() {
  auto bytes = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::ifstream group("/sys/fs/cgroup/memory.max");  // "max" where the container has no limit: not a number
  std::uint64_t limit = 0;
  if (group >> limit && limit > 0) bytes = std::min(bytes, limit);
  return bytes;
}

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

void release_memory() { ::malloc_trim(0); }

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace textkin::base
