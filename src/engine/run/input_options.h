// InputOptions: which documents a run reads.
#pragma once

#include <string>
#include <vector>

#include "input/input_spec.h"

namespace textkin::engine::run {

struct InputOptions {
  input::InputSpec spec;             // INPUT... and how to read it
  std::vector<std::string> against;  // --against: a second collection, read in the same way
  bool number_repeated_ids = false;  // else an id that stands twice is an error
  std::string problems;              // --problems FILE.jsonl; empty: none
};

}  // namespace textkin::engine::run
