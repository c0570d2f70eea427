// Takes the documents that are known so far from memory to a scratch file, wherever a pass is.
#pragma once

#include "engine/read/collection.h"
#include "textkin/status.h"

namespace textkin::engine::read {

// Where the open stretch of the table has outgrown its share of the memory. A run directory that is kept takes
// documents only with the rest of a segment, so there the run ends, kExhausted with about what would do.
Status spill_documents_if_due(Collection& collection);

}  // namespace textkin::engine::read
