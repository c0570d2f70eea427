#include "base/machine.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
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

// Not ru_maxrss where it can be helped: that begins with what the parent held when it made this process.
std::uint64_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtoull(line.c_str() + 6, nullptr, 10) * 1024;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

void release_memory(std::uint64_t limit) {
  std::ifstream pages("/proc/self/statm");
  std::uint64_t mapped = 0;
  std::uint64_t resident = ~std::uint64_t{0};
  pages >> mapped >> resident;
  if (resident > limit / 2 / static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE))) ::malloc_trim(0);
}

// Blocks of some MiB come and go all the time: where there is room they are kept in the heap instead of mapped anew.
// Each arena of the heap keeps so much, and by itself each thread has one: on a machine of 16 processors they kept more
// than all of a small limit.
void bound_heap(std::uint64_t memory) {
  constexpr std::uint64_t kMemoryOfAnArena = 64u << 20;
  ::mallopt(M_ARENA_MAX, static_cast<int>(std::clamp<std::uint64_t>(memory / kMemoryOfAnArena, 1, 1024)));
  ::mallopt(M_MMAP_THRESHOLD, static_cast<int>(std::clamp<std::uint64_t>(memory / 64, 1u << 20, 64u << 20)));
  ::mallopt(M_TRIM_THRESHOLD, static_cast<int>(std::clamp<std::uint64_t>(memory / 32, 1u << 20, 256u << 20)));
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace textkin::base
