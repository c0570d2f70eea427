// Rows that a door holds in memory: what comes out of them is the door's to write.
#pragma once

#include <algorithm>
#include <string>

#include "input/blocks/input_spec.h"

namespace textkin::engine::run {

// Whether an argument stands for such.
inline bool has_rows_of_door(const input::InputSpec& spec) {
  return std::ranges::any_of(spec.arguments,
                             [&](const std::string& argument) { return spec.memory.contains(argument); });
}

}  // namespace textkin::engine::run
