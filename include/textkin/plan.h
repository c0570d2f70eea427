// Plan: bands and rows, with what they promise.
#pragma once

#include <cstdint>

namespace textkin {

struct Plan {
  std::uint32_t hashes = 256;  // k: cells a signature
  std::uint32_t bands = 0;
  std::uint32_t rows = 0;
  double threshold = 0.8;
  double recall_target = 0.95;
  double recall_at_threshold = 0;  // probability that a pair exactly at the threshold becomes a candidate
};

}  // namespace textkin
