// SampleNeighbours: the alike documents of a few, exactly, among rows that pass by in any number of pieces.
//
// The audit of a collection that is spread over many machines: each finds, of its own rows, those that are alike to the
// drawn ones, which all machines hold. See recall_audit.h for what is made of that.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/run/options.h"
#include "textkin/memory_source.h"
#include "textkin/status.h"

namespace textkin::engine::parts {

struct SampleNeighbour {
  std::uint64_t sample = 0;  // row of the sample
  std::uint64_t row = 0;
};

class SampleNeighbours {
 public:
  // Reads the sample, of which nothing is needed afterwards. kExhausted where its sets and their index would take more
  // than half of the memory.
  static Result<std::unique_ptr<SampleNeighbours>> make(const run::RunOptions& options, const MemorySource& sample);
  ~SampleNeighbours();

  // All pairs of a row of the sample and one of `rows` at or above the threshold, by row; a row that is in the sample
  // finds itself. Cost: reading and shingling; memory: the memory for the pass.
  Result<std::vector<SampleNeighbour>> find(const MemorySource& rows) const;

 private:
  struct State;
  explicit SampleNeighbours(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace textkin::engine::parts
