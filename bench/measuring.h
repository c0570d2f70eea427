// What benchmarks measure with: time of a thread, medians of turns, and the SIMD targets to compare.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <sstream>
#include <string>
#include <vector>

#include "base/cpu.h"

namespace textkin::bench {

inline double thread_seconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

inline double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

// All targets of this CPU by the names of `force_simd`; to be asked before one is forced.
inline std::vector<std::string> all_targets() {
  std::string choices = base::simd_choices();
  std::replace(choices.begin(), choices.end(), ',', ' ');
  std::istringstream words(choices);
  std::vector<std::string> names;
  for (std::string name; words >> name;)
    if (name != "auto") names.push_back(name);
  return names;
}

}  // namespace textkin::bench
