// InputOptions: which documents a run reads.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "input/blocks/input_spec.h"
#include "textkin/words.h"

namespace textkin::engine::run {

class ProblemFile;

// Of InputOptions::number_repeated_ids.
inline constexpr Words<bool, 2> kRepeatedIdsWords{{{"error", false}, {"number", true}}};

struct InputOptions {
  input::InputSpec spec;             // INPUT... and how to read it
  std::vector<std::string> against;  // --against: a second collection, read in the same way
  // Of its records, where they are called otherwise than those of INPUT; empty, or none: they are not.
  std::vector<std::string> against_text_fields;
  std::optional<std::string> against_id_field;
  bool number_repeated_ids = false;  // else an id that stands twice is an error
  std::string problems;              // --problems FILE.jsonl; empty: none
  // Of a run that reads more than once: that file, which all its readings add to and the run completes. Null: each
  // reading has its own.
  std::shared_ptr<ProblemFile> problem_file;
};

// How `against` is to be read.
input::InputSpec against_spec(const InputOptions& inputs);

}  // namespace textkin::engine::run
