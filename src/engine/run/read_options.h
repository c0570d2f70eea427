// Reading: what every run that reads a collection is told.
#pragma once

#include <string>

#include "engine/run/input_options.h"
#include "engine/run/limits.h"
#include "textkin/status.h"
#include "textkin/text_spec.h"

namespace textkin::engine::run {

// As asked for.
struct ReadOptions {
  InputOptions inputs;
  TextSpec text;
  LimitOptions limits;
  std::string stats;  // --stats FILE.json; empty: none
};

// As it is: there is an input, and nothing is left to the machine.
struct Reading {
  InputOptions inputs;
  TextSpec text;
  Limits limits;
  std::string stats;
  bool checksums = false;  // of each source, also where no run directory is named
};

// kInvalidArgument for a value that cannot be.
Result<Reading> settle(const ReadOptions& asked);

}  // namespace textkin::engine::run
