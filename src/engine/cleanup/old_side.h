// The old side of a clean-up: documents of --against, which stay whatever they are like, are never written, and are
// what INPUT's documents are held against before these are held against each other.
#pragma once

#include "engine/read/collection.h"
#include "engine/run/read_options.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::engine::cleanup {

// kInvalidArgument where a file is both INPUT and --against: every document of it would go. Cost: both are listed, and
// a call of the system a file.
Status check_sides(const run::Reading& run);

// The keep order with the documents of --against before all of INPUT, in their order; those of INPUT among themselves
// stay as `order` has them. Without --against it is `order`. Memory: 8 bytes a document.
KeepOrder old_first(KeepOrder order, const read::Collection& collection);

}  // namespace textkin::engine::cleanup
