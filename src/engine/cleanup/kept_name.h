// check_kept_name: whether the name of the output says what the kept records are.
#pragma once

#include <string>

#include "input/blocks/input_spec.h"
#include "textkin/status.h"

namespace textkin::engine::cleanup {

// Kept records stay as they stand in INPUT, kept files are a list of ids. kInvalidArgument where `output` ends as files
// of another format do, which whoever reads it would believe. Cost: listing INPUT, where the name ends in such a way.
Status check_kept_name(const std::string& output, const input::InputSpec& spec);

}  // namespace textkin::engine::cleanup
