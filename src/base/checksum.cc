#include "base/checksum.h"

#include <xxhash.h>
// By the widest vectors of this machine: the same value, in half the time of those that every x86 has.
#if defined(__x86_64__)
#include <xxh_x86dispatch.h>
#endif

#include <new>

namespace textkin::base {

std::uint64_t checksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

void RunningChecksum::Free::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

RunningChecksum::RunningChecksum() : state_(XXH3_createState()) {
  if (state_ == nullptr) throw std::bad_alloc();
  XXH3_64bits_reset(state_.get());
}
RunningChecksum::~RunningChecksum() = default;
RunningChecksum::RunningChecksum(RunningChecksum&&) noexcept = default;
RunningChecksum& RunningChecksum::operator=(RunningChecksum&&) noexcept = default;

void RunningChecksum::add(std::string_view bytes) { XXH3_64bits_update(state_.get(), bytes.data(), bytes.size()); }

std::uint64_t RunningChecksum::value() const { return XXH3_64bits_digest(state_.get()); }

}  // namespace textkin::base
