// Limits: what a run may use of the machine, and where its work stays.
#pragma once

#include <cstdint>
#include <string>

namespace textkin::engine::run {

// As asked for.
struct LimitOptions {
  unsigned threads = 0;      // 0: all of the machine
  std::uint64_t memory = 0;  // bytes; 0: half of the machine
  std::string run_dir;       // empty: a fresh folder, removed at the end
};

// As it is: no number is 0.
struct Limits {
  unsigned threads;
  std::uint64_t memory;
  std::string run_dir;
};

Limits settle(const LimitOptions& asked);

}  // namespace textkin::engine::run
