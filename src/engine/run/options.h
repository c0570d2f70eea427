// RunOptions: what a door asks the engine for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "input/input_spec.h"
#include "textkin/measure.h"
#include "textkin/status.h"
#include "textkin/text_spec.h"

namespace textkin::engine::write {
struct MemoryResult;
}

namespace textkin::engine::run {

enum class Method { kAuto, kExact, kLsh };

struct RunOptions {
  input::InputSpec input;            // INPUT... and how to read it
  std::vector<std::string> against;  // --against: a second collection; `pairs` only
  bool number_repeated_ids = false;
  TextSpec text;

  double threshold = 0.8;
  std::string measure_name = "jaccard";  // as it was typed
  Measure measure = Measure::kJaccard;   // settle() reads it from its name
  double recall = 0.95;
  Method method = Method::kAuto;
  std::string sketch = "fss";
  std::uint32_t hashes = 256;
  std::uint32_t bands = 0;  // with rows: overrides the plan
  std::uint32_t rows = 0;
  std::string prefer;  // "accuracy" or "speed": the rule of Kalampokis 2016 instead of recall; empty: by recall
  std::uint64_t seed = 1;
  std::uint64_t audit = 0;  // documents whose neighbours are searched exactly, to audit the recall; 0: no audit

  unsigned threads = 0;      // 0: all of the machine
  std::uint64_t memory = 0;  // bytes; 0: half of the machine
  std::string run_dir;       // scratch; empty: a fresh folder, removed at the end
  std::string problems;      // --problems FILE.jsonl; empty: none
  std::string stats;         // --stats FILE.json; empty: none
  // Where results go instead of the output; must outlive the run. Null: to files.
  write::MemoryResult* answer = nullptr;

  Threshold least() const { return {threshold, measure}; }
};

// The same with the measure read and what depends on the machine filled in (threads, memory), or kInvalidArgument for a
// value that cannot be.
Result<RunOptions> settle(RunOptions options);

}  // namespace textkin::engine::run
