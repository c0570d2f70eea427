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
  std::uint64_t beside = 0;  // bytes that somebody else was given, so that `memory` is not all of --memory
};

// What a run may hold, and who has the rest of what --memory gave.
struct GivenMemory {
  std::uint64_t bytes = 0;
  std::uint64_t beside = 0;

  // "N MiB", rounded up: what --memory must be so that `needed` is the part of it that `bytes` is now.
  std::string told(std::uint64_t needed) const;
  std::string told() const { return told(bytes); }
};

// As it is: no number is 0.
struct Limits {
  unsigned threads;
  std::uint64_t memory;
  std::string run_dir;
  std::uint64_t beside = 0;

  GivenMemory given() const { return {.bytes = memory, .beside = beside}; }
  // To somebody else, at most a third; how much it was.
  std::uint64_t lend(std::uint64_t bytes);
};

Limits settle(const LimitOptions& asked);

}  // namespace textkin::engine::run
