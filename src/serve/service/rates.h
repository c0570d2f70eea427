// Rates: how often each token may ask: so many times a second on average, and after a pause as many at once as a second
// has, one at least.
//
// Threads: one at a time, that of the server. Memory: some bytes a token that was met.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace textkin::serve {

class Rates {
 public:
  using Clock = std::chrono::steady_clock;

  // 0: it may, and is counted; else the whole seconds, at least 1, until it may. `rate` is above 0.
  std::uint32_t take(std::size_t token, double rate, Clock::time_point now);

 private:
  struct Left {
    double requests = 0;
    Clock::time_point as_of;
  };
  std::unordered_map<std::size_t, Left> left_;
};

}  // namespace textkin::serve
