// Interruption: what ends one run of a process that has several.
//
// request_interrupt() (parallel.h) ends all work of the process, for a program that ends with its run. A door that runs
// several side by side gives each a flag of its own: the thread that begins a run holds an InterruptionScope, and the
// loops and pipelines that it starts hand the flag on to the threads that work for them, so that interrupted() is true
// there and nowhere else. Threads: a flag may be set by any; a scope belongs to the thread that made it.
#pragma once

#include <atomic>

namespace textkin::base {

using Interruption = std::atomic<bool>;

// That of the calling thread; null: none.
const Interruption* current_interruption();

class InterruptionScope {
 public:
  // `flag` must outlive it; null: none. What was there before holds again behind it.
  explicit InterruptionScope(const Interruption* flag);
  ~InterruptionScope();
  InterruptionScope(const InterruptionScope&) = delete;
  InterruptionScope& operator=(const InterruptionScope&) = delete;

 private:
  const Interruption* const before_;
};

}  // namespace textkin::base
