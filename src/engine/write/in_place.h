// check_in_place: of an output that takes the place of the input: nothing may be lost that was not to go.
#pragma once

#include <string>

#include "engine/read/collection.h"
#include "textkin/status.h"

namespace textkin::engine::write {

// `collection` has been read. kInvalidArgument where the file `output` is one of its sources and documents could not be
// used: they are neither kept nor listed with what was removed. Cost: a system call a source, where there were any.
Status check_in_place(const std::string& output, const read::Collection& collection);

}  // namespace textkin::engine::write
