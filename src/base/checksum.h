// Checksums of bytes in memory and in our own files. No security; the same on every machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

struct XXH3_state_s;

namespace textkin::base {

// XXH3, 64 bits.
std::uint64_t checksum(std::string_view bytes);

// The checksum of bytes that come in pieces. Threads: one.
class RunningChecksum {
 public:
  RunningChecksum();
  ~RunningChecksum();
  RunningChecksum(RunningChecksum&&) noexcept;
  RunningChecksum& operator=(RunningChecksum&&) noexcept;

  void add(std::string_view bytes);
  std::uint64_t value() const;  // of all that was added

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

}  // namespace textkin::base
