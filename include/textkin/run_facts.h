// RunFacts: what every run over documents can say of itself, whatever it looked for.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace textkin {

struct RunFacts {
  std::string command;
  std::uint64_t documents = 0;  // usable ones
  std::uint64_t empty = 0;      // of them without a shingle, or without a word
  std::uint64_t problems = 0;   // documents that could not be used
  std::uint64_t input_bytes = 0;
  std::vector<std::pair<std::string, double>> seconds;  // stage, wall seconds, in order
  std::uint64_t peak_memory_bytes = 0;
  std::uint64_t spilled_bytes = 0;  // written to the run directory
  unsigned threads = 1;

  double total_seconds() const {
    double sum = 0;
    for (const auto& [stage, duration] : seconds) sum += duration;
    return sum;
  }
};

}  // namespace textkin
