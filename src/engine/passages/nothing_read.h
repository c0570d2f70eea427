// check_something_was_read: where nothing was read there is no answer, and a page without a pair would look like one.
#pragma once

#include "engine/passages/found_passages.h"
#include "engine/run/input_options.h"
#include "textkin/status.h"

namespace textkin::engine::passages {

// kBadInput, in one line with what to do, where no document of INPUT, or none of --against, was read, or where none of
// them has a word. Texts in memory may be none: who calls with them knows what is in them. `found` has been read.
Status check_something_was_read(const run::InputOptions& inputs, const FoundPassages& found);

}  // namespace textkin::engine::passages
