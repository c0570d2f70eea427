// textkin signatures create, add and merge: files of signatures from documents and from each other.
//
// Promise: the bytes follow from the options and from the documents in their order, whatever threads, blocks, and steps
// in which they came: to create of A and to add B is to create of A and B, and to merge theirs. A file appears when it
// is complete; one that is added to stays as it was until then, and is locked for the one who adds.
// Cost: documents are read once; adding copies what is there. Memory: as any run, and 8 bytes a row of a file that is
// added to or merged.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/run/read_options.h"
#include "textkin/progress.h"
#include "textkin/sketch_options.h"
#include "textkin/status.h"

namespace textkin::engine::signatures {

// `bits` 0: whole cells. Of `asked` the text options count.
Status create(const run::ReadOptions& asked, const SketchOptions& sketch, std::uint32_t bits, const std::string& output,
              Progress& progress);

// Of the text options of `asked` only the key counts. kInvalidArgument names an id that is there already.
Status add(const run::ReadOptions& asked, const std::string& file, Progress& progress);

// The rows of `files`, one behind the other; they must be made alike, and no id may stand in two.
Status merge(const std::vector<std::string>& files, const run::LimitOptions& limits, const std::string& output,
             Progress& progress);

}  // namespace textkin::engine::signatures
