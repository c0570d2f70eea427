// Deadline: a time from which on what this thread does ends early: interrupted() is true for it then, as if a person
// had stopped it, and long work ends with kInterrupted. Other threads go on.
//
// parallel_for and run_pipeline have it also where others work for the thread that called them. Threads: each has its
// own. Cost: that of a clock for each look, where there is one.
#pragma once

#include <chrono>

namespace textkin::base {

class Deadline {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr Time kNever = Time::max();

  // From here until this is gone, in place of one that was there before.
  explicit Deadline(Time end);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  // Of this thread; kNever: none.
  static Time here();
  static bool passed();

 private:
  Time before_;
};

}  // namespace textkin::base
