#include "mapped_file.h"

#include <sys/mman.h>

namespace textkin::python {
namespace {

constexpr std::uint64_t kMappedAtOnce = 2u << 20;  // as much as the system may map where one page is wanted
constexpr std::uint64_t kLookedAt = 64u << 20;

}  // namespace

// Whatever is given back while another thread reads it, that thread gets again.
void MappedFile::look_at(std::uint64_t bytes) {
  if (looked_at_.fetch_add(bytes + kMappedAtOnce, std::memory_order_relaxed) < kLookedAt) return;
  looked_at_.store(0, std::memory_order_relaxed);
  give_back();
}

void MappedFile::give_back() const {
  ::madvise(reinterpret_cast<void*>(address_), bytes_, MADV_DONTNEED);  // advice: where it is not taken, pages stay
}

}  // namespace textkin::python
